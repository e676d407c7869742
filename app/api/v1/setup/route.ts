import { readArrivals, readBlindChecks } from '#db/queries/read-setup.ts';
import { setup } from '../../_contract/endpoints.ts';
import { on, serve } from '../../_http/serve.ts';

export const { GET, POST, PUT, PATCH, DELETE } = serve(
  on(setup, async (_input, { db, now, otlpHttp }) => {
    const [received, blind] = await Promise.all([readArrivals(db, now()), readBlindChecks(db)]);
    return { otlpHttp, received, blind };
  }),
);
