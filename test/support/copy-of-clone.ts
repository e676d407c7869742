import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, lchownSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './seamark-program.ts';

/** What a clone does not have, or what is handled apart. */
const LEFT_OUT = new Set(['.git', '.next', '.seamark', 'node_modules']);

/**
 * Copies the clone under test, installed and built as it is, to another place: files that are only read are linked
 * where the file system can, everything that is written to is copied and given to `owner`.
 */
export function copyClone(to: string, owner: { readonly uid: number; readonly gid: number } | null): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(ROOT)) {
    if (!LEFT_OUT.has(name))
      cpSync(join(ROOT, name), join(to, name), { recursive: true, verbatimSymlinks: true });
  }
  cpSync(join(ROOT, '.next'), join(to, '.next'), { recursive: true, verbatimSymlinks: true });
  const linked = spawnSync('cp', ['-al', join(ROOT, 'node_modules'), join(to, 'node_modules')]);
  if (linked.status !== 0 || !existsSync(join(to, 'node_modules', '.package-lock.json'))) {
    cpSync(join(ROOT, 'node_modules'), join(to, 'node_modules'), { recursive: true, verbatimSymlinks: true });
  }
  if (owner === null) return;
  for (const path of [to, join(to, '.next')]) giveAway(path, owner);
}

function giveAway(path: string, owner: { readonly uid: number; readonly gid: number }): void {
  lchownSync(path, owner.uid, owner.gid);
  if (!path.endsWith('.next') && !path.includes('.next/')) return;
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const below = join(path, entry.name);
    if (entry.isDirectory()) giveAway(below, owner);
    else lchownSync(below, owner.uid, owner.gid);
  }
}
