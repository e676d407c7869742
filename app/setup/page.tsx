import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metadata } from 'next';
import { SetupScreen } from '../_screens/SetupScreen.tsx';

export const metadata: Metadata = { title: 'Set-up' };

export default async function SetupPage() {
  return <SetupScreen packages={await packedFiles()} />;
}

/** The packages that this installation hands out; their names carry their versions. */
async function packedFiles(): Promise<readonly string[]> {
  try {
    const files = await readdir(join(process.cwd(), 'public', 'packages'));
    return files.filter((file) => file.endsWith('.tgz')).sort();
  } catch {
    return [];
  }
}
