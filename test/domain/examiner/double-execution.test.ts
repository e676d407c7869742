import { expect, test } from 'vitest';
import type { Judgement } from '#domain/judgement.ts';
import {
  attach,
  close,
  cutOff,
  detach,
  emit,
  open,
  refused,
  replayed,
  request,
  resume,
  run,
} from './facts-of.ts';
import { type Attrs, examine, type Item, OTHER, S } from './otlp-case.ts';

const k1 = { '.connection.id': 'k1' };
const client = { '.client.id_digest': 'cid-1' };
const elsewhere = { 'mcp.session.id': OTHER, '.session.incarnation': 'inc-8' };

/** `tool strength severity` of each double execution of a judgement. */
const doubles = ({ findings }: Judgement): readonly string[] =>
  findings
    .filter(({ kind }) => kind === 'double_execution')
    .map(({ tool, strength, severity }) => `${tool} ${strength} ${severity}`);
const everywhere = (items: readonly Item[]): readonly string[] => examine(items).all.flatMap(doubles);

const answered = (at: number, id: string, attrs: Attrs = {}): Item =>
  emit(at, `P${id}`, 1, { ...k1, '.event.kind': 'result', 'jsonrpc.request.id': id, ...attrs });
const cut = (at: number, id: string, attrs: Attrs = {}): Item => detach(at, `P${id}`, attrs);
const called = (at: number, id: string, attrs: Attrs = {}): readonly Item[] => [
  attach(at - 0.1, `P${id}`, { '.stream.request_id': id, ...attrs }),
  run(at, 'pay', id, attrs),
];

test.each<[string, readonly Item[], readonly string[]]>([
  [
    'one request id in one incarnation',
    [open(0), run(1, 'pay', '7'), run(50, 'pay', '7')],
    ['pay proven critical'],
  ],
  [
    'one request id in two incarnations',
    [
      open(0),
      run(1, 'pay', '7'),
      open(10, { '.session.incarnation': 'inc-2' }),
      run(50, 'pay', '7', { '.session.incarnation': 'inc-2' }),
    ],
    ['pay possible low'],
  ],
  ['ids 7 and "7"', [open(0), run(1, 'pay', '7'), run(50, 'pay', '"7"')], ['pay possible low']],
  [
    'an id sent as a number and as text',
    [open(0), run(1, 'pay', '7'), run(50, 'pay', '7', { 'jsonrpc.request.id': 7 })],
    ['pay proven critical'],
  ],
  [
    'one request id, incarnation not attested',
    [
      open(0),
      run(1, 'pay', '7', { '.session.incarnation': undefined }),
      run(50, 'pay', '7', { '.session.incarnation': undefined }),
    ],
    ['pay possible low'],
  ],
  [
    'one request id of low trust',
    [open(0), run(1, 'pay', '', { 'mcp.request.id': '7' }), run(50, 'pay', '', { 'mcp.request.id': '7' })],
    ['pay possible low'],
  ],
  [
    'one idempotency key',
    [
      open(0),
      run(1, 'pay', '7', { '.tool.idempotency_key_digest': 'x' }),
      run(5000, 'pay', '9', { '.tool.idempotency_key_digest': 'x' }),
    ],
    ['pay proven critical'],
  ],
  [
    'one incoming trace parent and request id',
    [
      run(1, 'pay', '7', { '.session.incarnation': undefined }, { trace: 'ba', id: '1', parent: '9' }),
      run(3, 'pay', '7', { '.session.incarnation': undefined }, { trace: 'ba', id: '2', parent: '9' }),
    ],
    ['pay proven critical'],
  ],
  [
    'a stored outcome',
    [open(0), run(1, 'pay', '7'), run(50, 'pay', '7', { '.tool.deduplicated': true })],
    [],
  ],
  [
    'input responses in the retry',
    [open(0), ...called(1, '7'), cut(2, '7'), run(5, 'pay', '8', { '.tool.arguments_digest': 'd-2' })],
    [],
  ],
  [
    'a gateway and a layer of it within one trace',
    [
      open(0),
      run(1, 'pay', '7', {}, { trace: 'bb', id: '1', service: 'gateway', lasting: 2 }),
      run(1.1, 'pay', '7', {}, { trace: 'bb', id: '2', parent: '1' }),
    ],
    [],
  ],
  [
    'a gateway’s own span beside it in the same trace',
    [
      open(0),
      run(1, 'pay', '7', {}, { trace: 'bb', id: '1', service: 'gateway', lasting: 2 }),
      run(1.1, 'pay', '7', {}, { trace: 'bb', id: '2' }),
    ],
    [],
  ],
  [
    'a layer without a link that came after the other one',
    [
      open(0),
      run(1, 'pay', '7', {}, { trace: 'bb', id: '1', service: 'gateway', lasting: 1 }),
      run(3, 'pay', '7', {}, { trace: 'bb', id: '2' }),
    ],
    ['pay proven critical'],
  ],
  [
    'a gateway that sends twice',
    [
      open(0),
      run(1, 'pay', '7', {}, { trace: 'bb', id: '1', service: 'gateway', lasting: 9 }),
      run(1.1, 'pay', '7', {}, { trace: 'bb', id: '2', parent: '1' }),
      run(5, 'pay', '7', {}, { trace: 'bb', id: '3', parent: '1' }),
    ],
    ['pay proven critical'],
  ],
  [
    'a retry after a cut connection',
    [open(0), ...called(1, '7'), cut(2, '7'), run(5, 'pay', '8')],
    ['pay probable critical'],
  ],
  [
    'a retry after a time-out of the client',
    [open(0), run(1, 'pay', '7'), request(4, '7', 'timeout'), run(5, 'pay', '8')],
    ['pay probable critical'],
  ],
  [
    'a retry after a cancel',
    [open(0), run(1, 'pay', '7'), request(4, '7', 'cancelled'), run(5, 'pay', '8')],
    ['pay probable critical'],
  ],
  [
    'a retry after a refused reconnect',
    [
      ...cutOff.slice(0, 2),
      ...called(3, '7'),
      resume(30, 'P7', 0, { '.session.state': 'missing', ...refused(404) }),
      run(31, 'pay', '8'),
    ],
    ['pay probable critical'],
  ],
  [
    'a cut after the result had arrived',
    [open(0), ...called(1, '7'), answered(1.5, '7'), cut(2, '7'), run(5, 'pay', '8')],
    ['pay possible low'],
  ],
  [
    'a fabricated resumption though the result had arrived',
    [
      open(0),
      ...called(1, '7'),
      answered(1.5, '7'),
      cut(2, '7'),
      attach(2, 'G'),
      detach(20, 'G'),
      resume(30, 'G', 10, replayed('G', 12, 9)),
      run(31, 'pay', '8'),
    ],
    ['pay probable critical'],
  ],
  [
    'exactly ten minutes after the last disturbance',
    [open(0), ...called(1, '7'), cut(2, '7'), run(602, 'pay', '8')],
    ['pay probable critical'],
  ],
  ['more than ten minutes after it', [open(0), ...called(1, '7'), cut(2, '7'), run(602.001, 'pay', '8')], []],
  ['nothing in between', [open(0), run(1, 'pay', '7'), run(50, 'pay', '8')], ['pay possible low']],
  ['nothing in between, and more than ten minutes', [open(0), run(1, 'pay', '7'), run(602, 'pay', '8')], []],
  [
    'no argument digest',
    [
      open(0),
      ...called(1, '7', { '.tool.arguments_digest': undefined }),
      cut(2, '7'),
      run(5, 'pay', '8', { '.tool.arguments_digest': undefined }),
    ],
    ['pay possible low'],
  ],
  [
    'an idempotent tool',
    [
      open(0),
      run(1, 'pay', '7', { '.tool.idempotent_hint': 'true' }),
      run(5, 'pay', '7', { '.tool.idempotent_hint': 'true' }),
    ],
    ['pay proven medium'],
  ],
  [
    'a destructive tool that may have run twice',
    [open(0), run(1, 'pay', '7', { '.tool.destructive_hint': true }), run(5, 'pay', '8')],
    ['pay possible medium'],
  ],
  ['another tool', [open(0), ...called(1, '7'), cut(2, '7'), run(5, 'refund', '8')], []],
])('%s', (_title, items, expected) => {
  expect(everywhere(items)).toEqual(expected);
});

test('two copies less than a tenth of a second apart are a double dispatch, no retry', () => {
  const sentence = (apart: number): string =>
    examine([open(0), run(1, 'pay', '7'), run(1 + apart, 'pay', '7')])
      .of(S)
      .findings.find(({ kind }) => kind === 'double_execution')?.sentence ?? '';
  expect(sentence(0.099)).toContain('double dispatch');
  expect(sentence(0.1)).not.toContain('double dispatch');
});

/** A lost call here and the same one in another session. */
const across = (first: Attrs, second: Attrs): readonly Item[] => [
  open(0, first),
  ...called(1, '7', first),
  cut(2, '7', first),
  request(2.5, '7', 'lost', first),
  open(3, { ...elsewhere, ...second }),
  run(5, 'pay', '1', { ...elsewhere, ...second }),
];

test.each<[string, Attrs, Attrs, readonly string[]]>([
  ['one known client', client, client, ['pay probable critical']],
  ['two known clients', client, { '.client.id_digest': 'cid-2' }, []],
  ['one address', { 'client.address': '10.0.0.7' }, { 'client.address': '10.0.0.7' }, ['pay possible low']],
  ['one name of a client', { 'mcp.client.name': 'agent' }, { 'mcp.client.name': 'agent' }, []],
])('across sessions with %s', (_title, first, second, expected) => {
  const judged = examine(across(first, second));
  expect(doubles(judged.of(OTHER))).toEqual(expected);
  expect(doubles(judged.of(S))).toEqual([]);
  const [finding] = judged.of(OTHER).findings.filter(({ kind }) => kind === 'double_execution');
  if (finding) expect(finding.alsoOn).toContain(judged.of(S).session);
});

test('a layer that names another session than its gateway is one run all the same', () => {
  const gateway = run(
    1,
    'pay',
    '7',
    { ...client, ...elsewhere },
    { trace: 'bc', id: '1', service: 'gateway', lasting: 2 },
  );
  const server = run(1.1, 'pay', '7', client, { trace: 'bc', id: '2', parent: '1' });
  expect(everywhere([open(0), gateway, server])).toEqual([]);
});

test('a known client that asks again without sessions is told across chains', () => {
  const none = {
    'mcp.session.id': undefined,
    '.session.incarnation': undefined,
    'mcp.protocol.version': '2026-07-28',
    ...client,
  };
  const items = (second: Attrs): readonly Item[] => [
    run(1, 'pay', '5', none),
    request(60, '5', 'lost', none),
    run(64, 'pay', '6', { ...none, ...second }, { instance: 'node-2' }),
  ];
  expect(everywhere(items({}))).toEqual(['pay probable critical']);
  expect(everywhere(items({ '.client.id_digest': undefined }))).toEqual([]);
});

test('a lost call of a life that ended and its retry in the next one', () => {
  const inc2 = { '.session.incarnation': 'inc-2' };
  expect(
    everywhere([open(0), ...called(1, '7'), cut(2, '7'), close(3), open(4, inc2), run(5, 'pay', '1', inc2)]),
  ).toEqual(['pay probable critical']);
});
