import { type Echo, HEADER_SESSION_ID, type SessionState } from '@seamark/semconv';
import type { Exchange } from './exchange.ts';
import type { SessionRegistry } from './sessions.ts';

/** What a server of this process can say of the session that a request named. */
export interface SessionWitness {
  readonly registry: SessionRegistry;
  /** The server's own word on a session that no instrumented transport holds. */
  readonly ask: (sessionId: string) => SessionState | undefined;
}

/** Statuses by which a server says that it has no such session, right or wrong (400 is the SDK's examples' answer). */
const DENYING = new Set([400, 404, 410]);

/**
 * State of the session at the decision. A transport that answered is the best witness; then the server's own word,
 * then what this process has seen of the session. That it never saw it proves nothing, unless the server refuses.
 */
export function sessionState(exchange: Exchange, witness: SessionWitness): SessionState | undefined {
  const { askedSession, transport } = exchange;
  if (askedSession === undefined) return transport?.stateless ? 'none' : undefined;
  if (transport && !transport.closed && transport.sessionId === askedSession) {
    return transport.initialized ? 'live' : 'uninitialized';
  }
  const said = witness.ask(askedSession);
  if (said !== undefined) return said;
  const life = witness.registry.find(askedSession);
  if (life) return life.closed ? (life.closeReason === 'expired' ? 'expired' : 'missing') : 'live';
  if (transport && !transport.stateless) return transport.initialized ? 'missing' : 'uninitialized';
  return exchange.head && DENYING.has(exchange.head.status) ? 'missing' : undefined;
}

/** Whether the answer carries the session id that was asked for. */
export function sessionEcho(exchange: Exchange): Echo | undefined {
  if (exchange.askedSession === undefined || !exchange.head) return undefined;
  const echoed = exchange.head.header(HEADER_SESSION_ID);
  return echoed === undefined ? 'absent' : echoed === exchange.askedSession ? 'same' : 'different';
}
