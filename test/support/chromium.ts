import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { type BrowserProgram, packagedChromium } from './packaged-chromium.ts';

const ON_PATH = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'] as const;

/**
 * Not the arguments that the packaged Chromium suggests: `--single-process` crashes at the second page. The sandbox
 * needs rights that containers and root do not give; only our own pages are opened.
 */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
  '--force-color-profile=srgb',
  '--font-render-hinting=none',
] as const;

let program: Promise<BrowserProgram> | undefined;

/**
 * A real, headless Chromium: the one that `SEAMARK_CHROMIUM` names, else one on the machine, else the one that the
 * packages bring. The caller closes it.
 *
 * @throws Error in words when there is none that runs here
 */
export async function launchBrowser(): Promise<Browser> {
  program ??= findProgram();
  const { path, env } = await program;
  return chromium.launch({
    executablePath: path,
    headless: true,
    args: [...ARGUMENTS],
    env: { ...process.env, ...env },
  });
}

async function findProgram(): Promise<BrowserProgram> {
  const named = process.env.SEAMARK_CHROMIUM;
  if (named !== undefined && named !== '') return { path: named, env: {} };
  const installed = findOnMachine();
  return installed === null ? packagedChromium() : { path: installed, env: {} };
}

function findOnMachine(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const candidates = [
    ...ON_PATH.flatMap((name) => folders.map((folder) => join(folder, name))),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ];
  return candidates.find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
