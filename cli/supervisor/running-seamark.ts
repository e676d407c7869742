import { originOf } from './origin.ts';

/** Whoever holds the port may be anything, also something that never answers, in milliseconds. */
const PATIENCE = 1_500;

/**
 * The address of the pages, when it is a Seamark that listens at a port; else null. The pages tell it by their health,
 * the receiver by its first page, which also names the pages.
 */
export async function seamarkAt(host: string, port: number): Promise<string | null> {
  const origin = originOf(host, port);
  const [health, about] = await Promise.all([ask(`${origin}/api/v1/health`), ask(`${origin}/`)]);
  if (isHealth(health)) return origin;
  if (!about.startsWith("This is Seamark's receiver")) return null;
  return /is shown at (http:\S+)/.exec(about)?.[1] ?? null;
}

async function ask(address: string): Promise<string> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE), redirect: 'manual' });
    return await answer.text();
  } catch {
    return '';
  }
}

/** Also of a Seamark whose database is away. */
function isHealth(text: string): boolean {
  try {
    const health: unknown = JSON.parse(text);
    return typeof health === 'object' && health !== null && 'judgingLagMs' in health && 'version' in health;
  } catch {
    return false;
  }
}
