import { describe, expect, test } from 'vitest';
import {
  attach,
  close,
  cutOff,
  detach,
  emit,
  fence,
  open,
  replayed,
  request,
  resume,
  run,
} from './facts-of.ts';
import { type Attrs, examine, type Item, kindsIn, S } from './otlp-case.ts';

const k1 = { '.connection.id': 'k1' };
const k2 = { '.connection.id': 'k2' };
const SOUND = replayed('G', 11, 10);
const inc2 = { '.session.incarnation': 'inc-2' };
const call: readonly Item[] = [open(0), attach(1, 'P7', { ...k1, '.stream.request_id': '7' })];
const result = (at: number, ordinal: number, attrs: Attrs = {}): Item =>
  emit(at, 'P7', ordinal, { '.event.kind': 'result', 'jsonrpc.request.id': '7', ...attrs });

describe.each<[string, string, readonly Item[], readonly Item[]]>([
  [
    'orphan_emission',
    'an event goes to a fenced stream; what is buffered during a cut and replayed is none',
    [...cutOff, fence(22, 'G'), emit(25, 'G', 20)],
    [...cutOff, emit(25, 'G', 20), resume(30, 'G', 19, replayed('G', 20, 1))],
  ],
  [
    'orphan_emission',
    'an event is emitted after its session ended, not after it was adopted whole',
    [...cutOff, close(22), emit(25, 'G', 20)],
    [...cutOff, close(22), open(23, { '.session.origin': 'adopted' }), emit(25, 'G', 20)],
  ],
  [
    'fork',
    'both connections of a stream are fed after the second attached',
    [open(0), attach(1, 'G', k1), attach(5, 'G', k2), emit(6, 'G', 1, k1), emit(7, 'G', 2, k2)],
    [open(0), attach(1, 'G', k1), emit(4, 'G', 1, k1), attach(5, 'G', k2), emit(7, 'G', 2, k2)],
  ],
  [
    'fork',
    'a stream that a reconnect opened and the one it replaced both emit; two opened on purpose are none',
    [
      ...cutOff,
      resume(30, 'G', 10, {
        '.stream.id': 'G2',
        'http.response.status_code': 200,
        '.resumption.marker': 'new_stream',
      }),
      attach(30, 'G2', k2),
      emit(31, 'G2', 1, k2),
      emit(32, 'G', 21),
    ],
    [open(0), attach(1, 'G', k1), attach(2, 'G2', k2), emit(31, 'G2', 1, k2), emit(32, 'G', 21, k1)],
  ],
  [
    'lost_result',
    'a result was only retained and never read',
    [...call, detach(2, 'P7'), result(3, 1)],
    [
      ...call,
      detach(2, 'P7'),
      result(3, 1),
      resume(5, 'P7', 0, { ...replayed('P7', 1, 1), '.stream.high_water': 1, '.stream.floor': 0 }),
    ],
  ],
  [
    'lost_result',
    'a result that the server wrote and the client gave up as lost did not arrive',
    [...call, result(3, 1, k1), request(4, '7', 'lost')],
    [...call, result(3, 1, k1), request(4, '7', 'result')],
  ],
  [
    'unresolved_request',
    'the stream of a request ends with no result',
    [...call, detach(2, 'P7')],
    [...call, result(1.5, 1, k1), detach(2, 'P7', { '.stream.detach_reason': 'completed' })],
  ],
  [
    'unresolved_request',
    'the client timed out with no result; one that came late is a result',
    [...call, request(4, '7', 'timeout')],
    [...call, request(4, '7', 'timeout'), result(5, 1, k1)],
  ],
  [
    'lost_event',
    'an event was never delivered though a later one was',
    [open(0), attach(1, 'G'), emit(2, 'G', 1), emit(3, 'G', 2, k1)],
    [open(0), attach(1, 'G'), emit(2, 'G', 1, { '.event.kind': 'priming' }), emit(3, 'G', 2, k1)],
  ],
  [
    'duplicate_delivery',
    'one result is delivered twice; of another life it is another result',
    [...call, result(2, 1, k1), result(3, 1, { ...k2, '.event.replayed': 'true' })],
    [
      ...call,
      result(2, 1, k1),
      open(5, inc2),
      attach(6, 'P8', { ...inc2, ...k2 }),
      emit(7, 'P8', 1, { ...inc2, ...k2, '.event.kind': 'result', 'jsonrpc.request.id': '7' }),
    ],
  ],
  [
    'duplicate_delivery',
    'one event is on two streams by its digest',
    [
      open(0),
      attach(1, 'G', k1),
      attach(1, 'G2', k2),
      emit(2, 'G', 1, { ...k1, '.event.digest': 'e1' }),
      emit(2.1, 'G2', 1, { ...k2, '.event.digest': 'e1' }),
    ],
    [
      open(0),
      attach(1, 'G', k1),
      attach(1, 'G2', k2),
      emit(2, 'G', 1, { ...k1, '.event.digest': 'e1' }),
      emit(2.1, 'G2', 1, { ...k2, '.event.digest': 'e2' }),
    ],
  ],
  [
    'id_reuse',
    'an id names another event in another life',
    [
      open(0),
      emit(1, 'G', 1, { '.event.digest': 'e1' }),
      open(5, inc2),
      emit(6, 'G', 1, { ...inc2, '.event.digest': 'e2' }),
    ],
    [
      open(0),
      emit(1, 'G', 1, { '.event.digest': 'e1' }),
      open(5, inc2),
      emit(6, 'G', 1, { ...inc2, '.event.digest': 'e1' }),
    ],
  ],
  [
    'id_regression',
    'ordinals run backwards within a stream and a life',
    [open(0), emit(1, 'G', 5), emit(2, 'G', 3)],
    [open(0), emit(1, 'G', 5), open(1.5, inc2), emit(2, 'G', 3, inc2)],
  ],
  [
    'id_regression',
    'a number at the highest issued, where ids are attested to be session-wide',
    [...numbers(), resume(30, 'G', 10, { ...SOUND, '.event.namespacing': 'session' })],
    [...numbers(), resume(30, 'G', 10, { ...SOUND, '.event.namespacing': 'stream' })],
  ],
  [
    'unresumable_stream',
    'no id was issued before the result',
    [...call, result(2, 0, k1)],
    [...call, emit(1.5, 'P7', 0, { ...k1, '.event.kind': 'priming' }), result(2, 1, k1)],
  ],
  [
    'unresumable_stream',
    'an event without an id came before the result',
    [...call, emit(1.5, 'P7', 0, { ...k1, '.event.id': undefined }), result(2, 1, k1)],
    [...call, emit(1.5, 'P7', 0, k1), result(2, 1, { ...k1, '.event.id': undefined })],
  ],
])('%s', (kind, title, must, mustNot) => {
  test(title, () => {
    expect(kindsIn(must)).toContain(kind);
    expect(kindsIn(mustNot)).not.toContain(kind);
  });
});

function numbers(): readonly Item[] {
  return [
    ...cutOff,
    emit(2, 'G', 1, { ...k1, '.event.id': '10' }),
    emit(3, 'P7', 1, { ...k2, '.event.id': '10', '.event.digest': 'x' }),
  ];
}

test.each([
  ['lost_result', [...call, detach(2, 'P7'), result(3, 1)]],
  ['unresolved_request', [...call, request(4, '7', 'lost')]],
  ['lost_event', [open(0), attach(1, 'G'), emit(2, 'G', 1), emit(3, 'G', 2, k1)]],
] satisfies [string, readonly Item[]][])('%s settles for two minutes, not a moment less', (kind, items) => {
  const settle = 120_000_000_000n;
  expect(kindsIn(items, settle)).not.toContain(kind);
  expect(examine(items, settle).of(S).judgeAgainAt).toBeDefined();
  expect(kindsIn(items, settle + 1n)).toContain(kind);
});

test('a run without a session and its loss are judged in the sessionless era', () => {
  const bareRun = run(
    1,
    'pay',
    '7',
    { 'mcp.session.id': undefined, '.session.incarnation': undefined, 'mcp.protocol.version': '2026-07-28' },
    { trace: 'ad' },
  );
  const lost = request(4, '7', 'lost', { 'mcp.session.id': undefined, 'mcp.protocol.version': '2026-07-28' });
  const together = examine([bareRun, { ...lost, sent: { trace: 'ad' } }]).all;
  expect(together.flatMap(({ findings }) => findings.map(({ kind }) => kind))).toContain('lost_result');
});
