import { openapi } from '../../_contract/endpoints.ts';
import { openapiDocument } from '../../_contract/openapi.ts';
import { on, serve } from '../../_http/serve.ts';

export const { GET, POST, PUT, PATCH, DELETE } = serve(on(openapi, async () => openapiDocument()));
