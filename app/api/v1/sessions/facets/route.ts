import { readFacets } from '#db/queries/read-facets.ts';
import { sessionFacets } from '../../../_contract/endpoints.ts';
import { on, serve } from '../../../_http/serve.ts';

export const { GET, POST, PUT, PATCH, DELETE } = serve(
  on(sessionFacets, async (filter, { db }) => ({ facets: await readFacets(db, filter) })),
);
