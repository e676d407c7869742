/**
 * Server settings of the embedded Postgres, for one machine that also runs the collector and the web.
 * What is acknowledged must be on disk, so `synchronous_commit` is on and said aloud.
 */
const SETTINGS = {
  // Loopback only, and no socket file: a path limit of about 100 bytes would forbid deep folders.
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  synchronous_commit: 'on',
  max_connections: '60',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  maintenance_work_mem: '128MB',
  random_page_cost: '1.1',
  min_wal_size: '256MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  // Plans here are short index scans: compiling them, or sharing them out (which needs a large /dev/shm), costs more than it gains.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_destination: 'stderr',
  logging_collector: 'off',
  log_min_messages: 'warning',
  // No payloads in logs: neither the statement nor the row that an error is about.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
} as const satisfies Record<string, string>;

/** `-c name=value` arguments; `overrides` win. */
export function serverArguments(
  port: number,
  overrides: Readonly<Record<string, string>>,
): readonly string[] {
  const settings: Record<string, string> = { ...SETTINGS, ...overrides, port: String(port) };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
