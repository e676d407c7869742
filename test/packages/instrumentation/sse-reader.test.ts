import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type SseEvent, SseReader } from '../../../packages/instrumentation/src/http/sse-reader.ts';

function read(chunks: readonly (string | Uint8Array)[]): readonly SseEvent[] {
  const events: SseEvent[] = [];
  const reader = new SseReader((event) => events.push(event));
  for (const chunk of chunks) reader.push(chunk);
  return events;
}

const field = fc.stringMatching(/^[a-zA-Z0-9_:. äß€😀-]{0,20}$/u);

it('reads the same events however the bytes are cut, and whatever ends the lines', () => {
  const events = fc.array(
    fc.record({ id: field, name: field, data: fc.array(field, { minLength: 1, maxLength: 3 }) }),
    {
      minLength: 1,
      maxLength: 5,
    },
  );
  fc.assert(
    fc.property(events, fc.constantFrom('\n', '\r\n', '\r'), fc.array(fc.nat(40)), (list, eol, cuts) => {
      const text = list
        .map(({ id, name, data }) =>
          [`id: ${id}`, `event: ${name}`, ...data.map((line) => `data: ${line}`), '', ''].join(eol),
        )
        .join('');
      const bytes = new TextEncoder().encode(text);
      const chunks: Uint8Array[] = [];
      let at = 0;
      for (const cut of cuts) {
        chunks.push(bytes.slice(at, at + cut));
        at += cut;
      }
      chunks.push(bytes.slice(at));
      expect(read(chunks)).toEqual(
        list.map(({ id, name, data }) => ({
          id: id || undefined,
          name,
          data: data.join('\n'),
          oversized: false,
        })),
      );
    }),
  );
});

it('tells a priming event, whose data is empty, from an event without data', () => {
  expect(read(['id: a\ndata: \n\n'])).toEqual([{ id: 'a', name: undefined, data: '', oversized: false }]);
  expect(read(['id: a\n\n'])).toEqual([{ id: 'a', name: undefined, data: undefined, oversized: false }]);
});

it('passes over comments and empty blocks', () => {
  expect(read([': keepalive\n\n', '\n\n', 'retry: 50\n\n'])).toEqual([]);
});

it('keeps id and name of an event that is too large, and the next one whole', () => {
  const large = 'x'.repeat(400_000);
  const events = read([
    `event: message\nid: big\ndata: ${large}`,
    large,
    large,
    '\n\n',
    'id: next\ndata: 1\n\n',
  ]);
  expect(events).toEqual([
    { id: 'big', name: 'message', data: undefined, oversized: true },
    { id: 'next', name: undefined, data: '1', oversized: false },
  ]);
});
