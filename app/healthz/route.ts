/** Alive: the process answers. Says nothing of the database; see readyz. */
export function GET(): Response {
  return new Response('ok\n', { headers: { 'cache-control': 'no-store', 'content-type': 'text/plain' } });
}
