import { EVENT_RESYNC, METHOD_RESYNC } from '@seamark/semconv';
import type { RequestHandler } from 'express';

const SAID = `event: message\ndata: {"jsonrpc":"2.0","method":"${METHOD_RESYNC}"`;
const MEANT = SAID.replace('event: message', `event: ${EVENT_RESYNC}`);

/**
 * The SDK writes every event under the name `message`. A declared gap has a name of its own (page "Telemetry",
 * section 5), so it is given on the way out.
 */
export const namedResync: RequestHandler = (_req, res, next) => {
  const write = res.write.bind(res);
  const renamed = (chunk: unknown): unknown => {
    const text = chunk instanceof Uint8Array ? Buffer.from(chunk).toString('utf8') : chunk;
    return typeof text === 'string' && text.includes(SAID) ? text.replace(SAID, MEANT) : chunk;
  };
  res.write = (chunk: unknown, ...rest: unknown[]): boolean =>
    Reflect.apply(write, res, [renamed(chunk), ...rest]);
  next();
};
