import { checkHealth } from '#app/_server/health.ts';
import { services } from '#app/_server/services.ts';

/** Ready: the database is reachable and migrated to this version. */
export async function GET(): Promise<Response> {
  const { status, database } = await checkHealth(services());
  return new Response(`${database}\n`, {
    status: status === 'ok' ? 200 : 503,
    headers: { 'cache-control': 'no-store', 'content-type': 'text/plain' },
  });
}
