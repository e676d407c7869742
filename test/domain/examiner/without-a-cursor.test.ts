import { describe, expect, test } from 'vitest';
import { attach, bare, detach, emit, open, refused, replayed, resume } from './facts-of.ts';
import { type Attrs, attemptLines, examine, type Item, S } from './otlp-case.ts';

const SOUND = replayed('G', 11, 10);

describe('without a cursor', () => {
  const none = (attrs: Attrs): Item =>
    bare(30, {
      '.session.state': 'live',
      '.session.echo': 'same',
      '.cursor.state': 'absent',
      '.stream.id': 'G2',
      '.stream.origin': 'get',
      ...attrs,
    });
  const owed = [
    open(0),
    attach(1, 'G'),
    emit(2, 'G', 1, { '.connection.id': 'k1' }),
    detach(3, 'G'),
    emit(4, 'G', 2),
  ];
  const ok = { 'http.response.status_code': 200 };
  test.each<[string, readonly Item[], string]>([
    [
      'and marked new though events were owed',
      [...owed, none({ ...ok, '.resumption.marker': 'new_stream' })],
      'new_stream unresolved:',
    ],
    [
      'and not marked though events were owed',
      [...owed, none({ ...ok, '.resumption.marker': 'none' })],
      'fabricated unresolved: unmarked_new_stream',
    ],
    [
      'and nobody tells whether it was marked',
      [...owed, none({ ...ok, '.resumption.outcome': 'new_stream' })],
      'indeterminate unknown:',
    ],
    [
      'and the session gone',
      [...owed, none({ ...ok, '.session.state': 'missing', '.resumption.marker': 'none' })],
      'fabricated unresolved: session_gone unmarked_new_stream',
    ],
    [
      'and the session gone, the marker not reported',
      [open(0), none({ ...ok, '.session.state': 'missing', '.resumption.outcome': 'new_stream' })],
      'fabricated unknown: session_gone',
    ],
    ['and refused', [...owed, none(refused(400))], 'refused unresolved: no_cursor'],
    [
      'and refused by its own orphan',
      [...owed.slice(0, 3), none({ ...refused(409), '.predecessor.state': 'live' })],
      'refused unknown: predecessor_live',
    ],
    [
      'on a post request that opens another stream',
      [...owed, none({ ...ok, '.stream.id': 'P9', '.stream.origin': 'post', '.resumption.marker': 'none' })],
      'not_applicable unknown:',
    ],
    [
      'when only priming was left',
      [
        ...owed.slice(0, 4),
        emit(4, 'G', 2, { '.event.kind': 'priming' }),
        none({ ...ok, '.resumption.marker': 'none' }),
      ],
      'not_applicable unknown:',
    ],
  ])('%s', (_title, items, expected) => {
    expect(attemptLines(items)).toEqual([expected]);
  });

  test('a lost cursor is told of as the client’s loss', () => {
    const [attempt] = examine([...owed, none({ ...ok, '.resumption.marker': 'none' })]).of(S).attempts;
    expect(attempt?.notes).toContain('cursor_lost_by_client');
  });
});

describe('out of scope', () => {
  const era = (version: string, attrs: Attrs = {}): readonly Item[] => [
    resume(30, 'G', 10, { ...SOUND, 'mcp.protocol.version': version, ...attrs }),
  ];
  test.each<[string, readonly Item[], string, string]>([
    ['the sessionless era', era('2026-07-28'), 'not_applicable', 'not_applicable'],
    ['the last sessionful version', era('2025-11-25'), 'continuous', 'live'],
    ['a version that is no date', era('DRAFT-2026-v1'), 'continuous', 'live'],
    ['the legacy transport', era('2024-11-05', { '.stream.origin': 'legacy_sse' }), 'continuous', 'live'],
    ['stdio', era('2025-11-25', { 'network.transport': 'pipe' }), 'not_applicable', 'not_applicable'],
    [
      'WebSocket',
      era('2025-11-25', { 'network.transport': 'websocket' }),
      'not_applicable',
      'not_applicable',
    ],
    [
      'neither session nor event ids',
      [bare(1, { '.session.state': 'none', '.cursor.state': 'absent', 'http.response.status_code': 200 })],
      'not_applicable',
      'not_applicable',
    ],
    [
      'event ids without sessions',
      era('2025-11-25', {
        '.session.state': 'none',
        '.session.echo': undefined,
        '.session.incarnation': undefined,
        '.cursor.incarnation': undefined,
        '.first.incarnation': undefined,
      }),
      'continuous',
      'not_applicable',
    ],
  ])('%s', (_title, items, verdict, session) => {
    const [attempt] = examine(items).of(S).attempts;
    expect([attempt?.verdict, attempt?.session]).toEqual([verdict, session]);
  });
});
