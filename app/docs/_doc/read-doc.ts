import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The folders of `docs/` that are shown as pages, each page named by a member of a closed vocabulary. */
export type DocFolder = 'verdicts' | 'findings';

/** The text of a page in Markdown; nothing when it is not written yet. Only names of a vocabulary become file names. */
export async function readDoc(folder: DocFolder, name: string): Promise<string | undefined> {
  try {
    return await readFile(join(process.cwd(), 'docs', folder, `${name}.md`), 'utf8');
  } catch {
    return undefined;
  }
}
