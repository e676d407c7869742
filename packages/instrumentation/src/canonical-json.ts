const MAX_DEPTH = 64;

/**
 * One text for one value: object keys sorted by code unit, no white space, numbers and strings as `JSON.stringify`
 * writes them (RFC 8785 for everything that came from JSON). Members that JSON cannot hold are left out.
 */
export function canonicalJson(value: unknown): string {
  return write(value, 0) ?? 'null';
}

function write(value: unknown, depth: number): string | undefined {
  if (depth > MAX_DEPTH) throw new RangeError('nested too deeply');
  if (Array.isArray(value)) {
    return `[${value.map((item) => write(item, depth + 1) ?? 'null').join(',')}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([key, member]) => {
        const text = write(member, depth + 1);
        return text === undefined ? [] : [`${JSON.stringify(key)}:${text}`];
      });
    return `{${members.join(',')}}`;
  }
  if (typeof value === 'bigint') return String(value);
  return JSON.stringify(value);
}
