import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A browser program and the variables it needs. */
export interface BrowserProgram {
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Unpacks everything, the libraries for bare machines too, into the folder that TMPDIR names. */
const UNPACK = `
  const { default: chromium, inflate } = await import('@sparticuz/chromium');
  const { join } = await import('node:path');
  await chromium.executablePath(process.argv[1]);
  await inflate(join(process.argv[1], 'al2023.tar.br'));
`;

/**
 * The Chromium of the npm package. The package unpacks to one fixed place that only its first user may run, so it
 * is unpacked by a process of its own whose temporary folder is ours alone: per user and version, and renamed when
 * it is whole.
 *
 * @throws Error in words when this machine cannot run it
 */
export async function packagedChromium(): Promise<BrowserProgram> {
  if (platform() !== 'linux' || arch() !== 'x64') {
    throw new Error('no browser found: install Chromium or Chrome, or name one with SEAMARK_CHROMIUM');
  }
  const home = dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')));
  const folder = join(tmpdir(), `seamark-chromium-${await versionIn(home)}-${process.getuid?.() ?? 0}`);
  if (!(await isOurs(folder))) await unpack(home, folder);
  const path = join(folder, 'chromium');
  return { path, env: { ...(await fontsFor(folder)), ...(await librariesFor(folder, path)) } };
}

async function versionIn(home: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(home, 'package.json'), 'utf8'));
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : '0';
}

/** In a shared temporary folder somebody else could have put a program under our name. */
async function isOurs(folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => null);
  return found !== null && found.uid === process.getuid?.() && (found.mode & 0o077) === 0;
}

async function unpack(home: string, folder: string): Promise<void> {
  const draft = `${folder}.${process.pid}`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  await run(process.execPath, ['--input-type=module', '-e', UNPACK, join(home, 'bin')], {
    cwd: home,
    env: { ...process.env, TMPDIR: draft, NODE_OPTIONS: '' },
  });
  await chmod(draft, 0o700);
  await writeFile(join(draft, 'fonts', 'fonts.conf'), fontsConf(folder));
  await rename(draft, folder).catch(async (error: NodeJS.ErrnoException) => {
    await rm(draft, { recursive: true, force: true });
    if (!(await isOurs(folder))) throw error;
  });
}

/** The configuration in the package names the places of the cloud service that it is made for. */
function fontsConf(folder: string): string {
  const [fonts, cache] = [join(folder, 'fonts', 'fonts'), join(folder, 'fonts-cache')];
  return `<?xml version="1.0"?><fontconfig><dir>${fonts}</dir><cachedir>${cache}</cachedir></fontconfig>\n`;
}

/** A machine without any font would draw no text that our own fonts do not cover. */
async function fontsFor(folder: string): Promise<Readonly<Record<string, string>>> {
  const places = ['/usr/share/fonts', '/usr/local/share/fonts'];
  const filled = await Promise.all(
    places.map(async (place) => (await readdir(place).catch(() => [])).length > 0),
  );
  return filled.includes(true) ? {} : { FONTCONFIG_PATH: join(folder, 'fonts') };
}

/** Chromium wants libnss3 and libnspr4. Where the machine lacks them, those of the package may do. */
async function librariesFor(folder: string, program: string): Promise<Readonly<Record<string, string>>> {
  if ((await missingLibraries(program, {})).length === 0) return {};
  const env = { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') };
  const missing = existsSync(env.LD_LIBRARY_PATH) ? await missingLibraries(program, env) : ['libnss3'];
  if (missing.length === 0) return env;
  throw new Error(
    `Chromium cannot run here: ${missing.join(', ')} missing. Install them (Debian: apt-get install libnss3 libnspr4), ` +
      'or name another browser with SEAMARK_CHROMIUM.',
  );
}

async function missingLibraries(
  program: string,
  env: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const { stdout } = await run('ldd', [program], { env: { ...process.env, ...env } });
  return [...stdout.matchAll(/^\s*(\S+) => not found/gm)].map(([, name]) => String(name));
}
