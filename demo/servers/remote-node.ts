import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { NodeProcessReport, NodeProcessSettings } from './node-process-messages.ts';
import type { ServiceName } from './services.ts';

export interface RemoteNodeOptions {
  readonly service: ServiceName;
  readonly telemetry: Telemetry;
  readonly folder: string;
}

/** A server in a process of its own. */
export interface RemoteNode {
  readonly url: string;
  /** Asks it to end, as a rolling update does: what runs in it dies, what it has to report is reported. */
  stop(): Promise<void>;
}

const PROGRAM = fileURLToPath(new URL('./node-process.ts', import.meta.url));
const NODE_OPTIONS = ['--conditions=seamark-source', '--import', 'tsx'];
const START_MS = 60_000;
const STOP_MS = 5_000;

/** Starts the process and waits until it listens. */
export async function startRemoteNode({
  service,
  telemetry,
  folder,
}: RemoteNodeOptions): Promise<RemoteNode> {
  const settings: NodeProcessSettings = { service, folder, otlpUrl: telemetry.otlpUrl };
  const child = spawn(process.execPath, [...NODE_OPTIONS, PROGRAM, JSON.stringify(settings)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`a server process was not ready in ${START_MS} ms`));
    }, START_MS);
    child.once('exit', (code) => reject(new Error(`a server process left with ${code}`)));
    child.once('error', reject);
    child.on('message', (message: NodeProcessReport) => {
      if (message.kind === 'listening') {
        clearTimeout(late);
        resolve(message.url);
      } else telemetry.add(message.counts);
    });
  });
  return { url, stop: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const left = once(child, 'exit');
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await left;
  clearTimeout(late);
}
