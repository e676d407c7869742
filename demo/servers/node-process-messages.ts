import type { ExportCounts } from '../telemetry/counting-exporter.ts';
import type { ServiceName } from './services.ts';

/** What a server process is told when it starts. */
export interface NodeProcessSettings {
  readonly service: ServiceName;
  /** What all processes of the service share. */
  readonly folder: string;
  readonly otlpUrl: string;
}

/** What it tells the demo. */
export type NodeProcessReport =
  | { readonly kind: 'listening'; readonly url: string }
  | { readonly kind: 'stopped'; readonly counts: Readonly<ExportCounts> };
