import * as semconv from '#semconv';
import {
  type Alias,
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTRIBUTE_ALIASES,
  SEAMARK_ALIAS_PREFIX,
  SEAMARK_PREFIX,
} from '#semconv';

/** Names that HTTP instrumentations used before their conventions became stable. */
const OLDER_HTTP_NAMES: Readonly<Record<string, readonly Alias[]>> = {
  [ATTR_HTTP_REQUEST_METHOD]: [{ key: 'http.method' }],
  [ATTR_HTTP_RESPONSE_STATUS_CODE]: [{ key: 'http.status_code' }],
};

const HEADER_PREFIX = 'http.request.header.';
const SOURCES = new Map<string, readonly Alias[]>();

/**
 * Where an attribute is read from, in order: its own name, for `seamark.x` then `mcp.x`, then the aliases of
 * telemetry.md section 3. Captured headers are also read with underscores, as older instrumentations write them.
 */
export function sourcesOf(canonical: string): readonly Alias[] {
  const known = SOURCES.get(canonical);
  if (known) return known;
  const listed = [...(ATTRIBUTE_ALIASES[canonical] ?? []), ...(OLDER_HTTP_NAMES[canonical] ?? [])];
  const sources = [{ key: canonical }, ...underMcp(canonical), ...listed.flatMap(withOlderHeaderForm)];
  SOURCES.set(canonical, sources);
  return sources;
}

/** `seamark.x` as `mcp.x`: the form that other emitters may take it up in. */
export function mcpForm(name: string): string | undefined {
  return name.startsWith(SEAMARK_PREFIX)
    ? SEAMARK_ALIAS_PREFIX + name.slice(SEAMARK_PREFIX.length)
    : undefined;
}

function underMcp(canonical: string): Alias[] {
  const key = mcpForm(canonical);
  return key === undefined ? [] : [{ key }];
}

function withOlderHeaderForm(alias: Alias): Alias[] {
  if (!alias.key.startsWith(HEADER_PREFIX)) return [alias];
  return [alias, { ...alias, key: alias.key.replaceAll('-', '_') }];
}

/** Every key that a fact's fields may be read from. */
export const READ_KEYS: ReadonlySet<string> = new Set(
  Object.entries(semconv).flatMap(([name, key]) =>
    name.startsWith('ATTR_') && typeof key === 'string' ? sourcesOf(key).map((source) => source.key) : [],
  ),
);
