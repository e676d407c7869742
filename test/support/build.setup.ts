import { resolve } from 'node:path';
import { ensureBuilt } from '#cli/bootstrap/build.mjs';

/** The pages as they are in the sources now, for the tests that open them. */
export default async function setup(): Promise<void> {
  await ensureBuilt(resolve(import.meta.dirname, '..', '..'));
}
