export { instrumentMcp, type Seamark } from './instrument.ts';
export type {
  ClientView,
  EventIdView,
  InstrumentMcpOptions,
  SeamarkEventStore,
  StoreNotice,
  ToolCallView,
  ToolHints,
  WireEvent,
} from './options.ts';
export type { Middleware, NodeHandler } from './route.ts';
export type { TransportClass } from './sdk-1/shape.ts';
export { VERSION } from './version.ts';
