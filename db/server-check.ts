import postgres from 'postgres';

export type ServerCheck =
  | { readonly ok: true; readonly version: string }
  | { readonly ok: false; readonly reason: string };

/** Connects once; whether the version will do is settled by the migrations. The reason never holds the address, which may hold a password. */
export async function checkServer(url: string): Promise<ServerCheck> {
  const sql = postgres(url, { max: 1, connect_timeout: 10, onnotice: () => {} });
  try {
    const [row] = await sql`select current_setting('server_version') as version`;
    return { ok: true, version: String(row?.version) };
  } catch (error) {
    return { ok: false, reason: reasonOf(error) };
  } finally {
    await sql.end({ timeout: 2 }).catch(() => {});
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof postgres.PostgresError) return `${error.message} (${error.code})`;
  if (error instanceof Error && 'code' in error) return String(error.code);
  return error instanceof Error ? error.message : String(error);
}
