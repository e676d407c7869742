import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KnownSessionIds } from '#collector/ingest/known-session-ids.ts';
import { hashSessionId, sessionLabel } from '#db/session-ids.ts';
import type { AttributeValue, Fact } from '#domain/facts.ts';
import { asText, documentOf, factOf, factsOf, ingest, type Plain, sessionIds } from './ingest-harness.ts';

const RAW = 'a7b1c2d3-0000-4000-8000-000000000001';
const OTHER = 'Bx9-other_session.id~of+36/characters';
const mark = (rawId: string) => `{session:${sessionLabel(hashSessionId(sessionIds.salt, rawId))}}`;

/** The attribute `k` as it is kept, in a fact of the session RAW. */
function kept(value: Plain, key = 'k'): AttributeValue | undefined {
  return factOf({ name: 'seamark.heartbeat', attributes: { 'mcp.session.id': RAW, [key]: value } })
    .attributes[key];
}

function eventIdOf(fact: Fact | undefined): string | undefined {
  return fact?.kind === 'emit' ? fact.eventId : undefined;
}

/** The event id as it is kept. */
function keptEventId(eventId: string): string | undefined {
  return eventIdOf(
    factOf({
      name: 'seamark.stream.emit',
      attributes: { 'mcp.session.id': RAW, 'seamark.event.id': eventId },
    }),
  );
}

describe('a raw session id inside other text', () => {
  it.each([
    [`${RAW}_17`, '{session}_17'],
    [`x.${RAW}.y.${RAW}`, 'x.{session}.y.{session}'],
    [RAW, '{session}'],
  ])('is replaced in %s', (text, clean) => {
    expect(keptEventId(text)).toBe(clean);
    expect(kept(text)).toBe(clean);
    expect(kept([text, { deep: text }])).toEqual([clean, `{"deep":"${clean}"}`]);
  });

  it('is replaced inside base64, which is shown decoded where people can read it', () => {
    for (const encoding of ['base64', 'base64url'] as const) {
      for (const before of ['', 'a', 'ab', 'abc:', '{"s":"']) {
        const encoded = Buffer.from(`${before}${RAW}_17`).toString(encoding);
        expect(keptEventId(encoded)).toBe(`${before}{session}_17`);
      }
    }
  });

  it('is replaced inside base64 that follows a prefix of the same alphabet', () => {
    for (const prefix of ['s', 's1', 's1_', 'evt-', 'stream_', 'a.b:']) {
      const clean = keptEventId(`${prefix}${Buffer.from(`${RAW}_17`).toString('base64url')}`);
      expect(clean).toBeDefined();
      const decodings = [0, 1, 2, 3].map((skip) =>
        Buffer.from((clean ?? '').slice(skip), 'base64').toString(),
      );
      expect([clean, ...decodings].join()).not.toContain(RAW);
    }
  });

  it('is replaced inside base64 of bytes, of which the others survive', () => {
    const bytes = Buffer.concat([Buffer.from([0, 1, 2, 250]), Buffer.from(RAW), Buffer.from([9, 200])]);
    const clean = Buffer.from(keptEventId(bytes.toString('base64')) ?? '', 'base64');
    expect(clean).toEqual(
      Buffer.concat([Buffer.from([0, 1, 2, 250]), Buffer.from(mark(RAW)), Buffer.from([9, 200])]),
    );
  });

  it('keeps event ids as different as they were', () => {
    const of = (rawId: string, n: number) => [
      `${rawId}_${n}`,
      Buffer.from(`${rawId}:${n}`).toString('base64'),
    ];
    const ids = [RAW, OTHER].flatMap((rawId) => [1, 2, 3].flatMap((n) => of(rawId, n)));
    const facts = factsOf(
      [RAW, OTHER].map((rawId) => ({
        name: 'x',
        attributes: { 'mcp.session.id': rawId },
        events: ids.map((id) => ({ name: 'seamark.stream.emit', attributes: { 'seamark.event.id': id } })),
      })),
    );
    const [first, second] = [facts.slice(0, ids.length), facts.slice(ids.length)].map((part) =>
      part.map(eventIdOf),
    );
    expect(new Set(first).size).toBe(ids.length);
    // Each session is `{session}` to itself and keeps its label to others, so that no foreign id looks like an own one.
    const own = (list: typeof first, rawId: string) =>
      list?.map((id) => id?.replace(mark(rawId), '{session}'));
    expect(first?.slice(0, 6).every((id) => id?.includes('{session}'))).toBe(true);
    expect(first?.slice(6).every((id) => id?.includes(mark(OTHER)))).toBe(true);
    expect(own(second, RAW)?.slice(0, 6)).toEqual(first?.slice(0, 6));
    expect(second?.slice(6)).toEqual(own(first, OTHER)?.slice(6));
  });

  it('is found when another span, event, record or resource of the batch tells of it', () => {
    const facts = factsOf([
      {
        name: 'seamark.resumption',
        attributes: { 'mcp.session.id': RAW, 'seamark.resumption.last_event_id': `${OTHER}_3` },
      },
      { name: 'passed over', attributes: { 'http.request.header.mcp-session-id': [OTHER] } },
    ]);
    expect(facts).toMatchObject([{ kind: 'resumption', lastEventId: `${mark(OTHER)}_3` }]);
  });

  it('is found when an earlier batch told of it', () => {
    const known = new KnownSessionIds();
    const spans = (rawId: string, eventId: string) => [
      { name: 'seamark.stream.emit', attributes: { 'mcp.session.id': rawId, 'seamark.event.id': eventId } },
    ];
    ingest(documentOf({ spans: spans(OTHER, 'x') }), { known });
    const later = ingest(documentOf({ spans: spans(RAW, `${OTHER}_3`) }), { known });
    expect(eventIdOf(later.facts[0])).toBe(`${mark(OTHER)}_3`);
  });

  it('is replaced in names of services, scopes and attributes too', () => {
    const fact = factOf(
      { name: 'seamark.heartbeat', attributes: { 'mcp.session.id': RAW, [`of ${RAW}`]: 1 } },
      { resource: { 'service.name': `orders ${RAW}`, 'service.instance.id': RAW }, scope: RAW },
    );
    expect(asText([fact])).not.toContain(RAW);
    expect(fact.service).toBe('orders {session}');
  });

  it('is replaced under each of its own names, and in the query of an address', () => {
    const attributes = {
      'mcp.session.id': 'short',
      'mcp.session_id': 'short2',
      'http.request.header.mcp-session-id': ['short3'],
      'http.response.header.mcp-session-id': ['short4', RAW],
      'url.full': 'http://localhost/messages?sessionId=short-of-the-legacy-transport&x=1',
      'url.query': '?session_id=short5',
    };
    const text = asText([factOf({ name: 'seamark.heartbeat', attributes })]);
    for (const raw of ['short"', 'short2', 'short3', 'short4', 'short5', 'short-of', RAW])
      expect(text).not.toContain(raw);
    expect(text).toContain('&x=1');
  });

  it('is left alone where it is too short to be told from chance', () => {
    expect(
      factOf({ name: 'seamark.heartbeat', attributes: { 'mcp.session.id': '1234567', k: 'a 1234567 b' } })
        .attributes.k,
    ).toBe('a 1234567 b');
  });

  it('is never in a fact, wherever and however it was put', () => {
    const ids = fc.string({ unit: fc.constantFrom(...'abcXYZ019-_.~+/='), minLength: 16, maxLength: 60 });
    const wraps = fc.constantFrom<(id: string) => string>(
      (id) => id,
      (id) => `${id}_1`,
      (id) => Buffer.from(`${id}|9`).toString('base64'),
      (id) => Buffer.from(`p${id}`).toString('base64url'),
      (id) => `pre-${Buffer.from(`qq${id}`).toString('base64url')}-post`,
    );
    fc.assert(
      fc.property(ids, wraps, fc.string({ maxLength: 10 }), (id, wrap, noise) => {
        const fact = factOf({
          name: 'seamark.stream.emit',
          attributes: { 'mcp.session.id': id, 'seamark.event.id': wrap(id) + noise, k: noise + wrap(id) },
        });
        const texts = [eventIdOf(fact) ?? '', String(fact.attributes.k)];
        for (const text of texts) {
          expect(text).not.toContain(id);
          for (const skip of [0, 1, 2, 3]) {
            for (const run of text.match(/[A-Za-z0-9+/_-]{16,}/g) ?? []) {
              expect(Buffer.from(run.slice(skip), 'base64').toString('latin1')).not.toContain(id);
            }
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('the memory of session ids', () => {
  it('forgets the oldest when it is full, and never grows beyond its bound', () => {
    const known = new KnownSessionIds(100);
    const id = (n: number) => `session-number-${String(n).padStart(8, '0')}`;
    for (let n = 0; n < 1000; n += 1) known.add(id(n));
    expect(known.find(`x ${id(999)}`, 0)).toEqual({ at: 2, rawId: id(999), form: 'plain' });
    expect(known.find(id(901), 0)?.rawId).toBe(id(901));
    expect(known.find(id(5), 0)).toBeUndefined();
  });

  it('finds the longer of two ids of which one begins with the other', () => {
    const known = new KnownSessionIds();
    known.add('abcdefghijklmnop');
    known.add('abcdefghijklmnopqrst');
    expect(known.find('abcdefghijklmnopqrst', 0)?.rawId).toBe('abcdefghijklmnopqrst');
    expect(known.find('abcdefghijklmnopqrs', 0)?.rawId).toBe('abcdefghijklmnop');
  });
});
