import { describe, expect, it } from 'vitest';
import { hourAfter, moment, story } from './story.ts';

describe('a story', () => {
  it('gives one fact a line, in the setting of the lines before', () => {
    const facts = story(`
      # the cut
      10:00:00 node-2 opens S as inc-1
      +1s attach P7 post k1 for 7 seq post
      run mail.send for 7 args d1 destructive lasting 2s
      +0.2s emit P7 #1 result of 7 on k1
      client receives P7 #1 result of 7 on k1 [seen]
      +1ms detach P7 k1 network
    `);
    expect(facts.map((fact) => fact.kind)).toEqual([
      'open',
      'attach',
      'execution',
      'emit',
      'receive',
      'detach',
    ]);
    expect(
      facts.every(
        (fact) => fact.instance === 'node-2' && fact.incarnation === 'inc-1' && fact.session === 'S',
      ),
    ).toBe(true);
    expect(facts.map((fact) => fact.id)).toEqual(['L1', 'L2', 'L3', 'L4', 'seen', 'L6']);
    expect(facts[2]).toMatchObject({
      tool: 'mail.send',
      requestId: '7',
      destructive: true,
      deduplicated: false,
    });
    expect((facts[2]?.end ?? 0n) - (facts[2]?.at ?? 0n)).toBe(2_000_000_000n);
    expect(facts[4]).toMatchObject({
      observer: 'client',
      eventId: 'P7:1',
      ordinal: 1,
      eventKind: 'result',
      requestId: '7',
    });
    expect(facts[5]).toMatchObject({
      at: moment('10:00:01.201'),
      detachReason: 'network',
      connectionId: 'k1',
    });
  });

  it('attests what an honest server knows when a resumption is sound, and lets later words correct it', () => {
    const [, sound] = story(`
      10:00:00 opens S as inc-2
      +1s resume with G1:41 sound cursor @inc-1 window 1..44 predecessor fenced -> 200 replayed first G1:42 count 3
    `);
    expect(sound).toMatchObject({
      lastEventId: 'G1:41',
      cursorStreamId: 'G1',
      cursorOrdinal: 41,
      cursorIncarnation: 'inc-1',
      incarnation: 'inc-2',
      floor: 1,
      highWater: 44,
      predecessor: 'fenced',
      status: 200,
      outcome: 'replayed',
      firstStreamId: 'G1',
      firstOrdinal: 42,
      firstIncarnation: 'inc-2',
      replayedCount: 3,
    });
  });

  it('takes ids as opaque when nothing is attested', () => {
    const [bare] = story('10:00:00 resume with 41 -> 200 first 42 marked none');
    expect(bare).toMatchObject({ lastEventId: '41', firstEventId: '42', marker: 'none' });
    expect(bare).not.toHaveProperty('firstOrdinal');
    expect(bare).not.toHaveProperty('cursorState');
  });

  it('lets a line name another session, life, reporter and any field', () => {
    const [first, second, third] = story(`
      given clientId=cid-1
      10:00:00 opens S as inc-1
      node-9 emit G #1 in S2 as inc-8 origin=get digest=d1
      run pay for "7" sessionless protocol=2026-07-28
    `);
    expect(first).toMatchObject({ clientId: 'cid-1', instance: 'node-1' });
    expect(second).toMatchObject({
      session: 'S2',
      incarnation: 'inc-8',
      instance: 'node-9',
      origin: 'get',
      digest: 'd1',
    });
    expect(third).toMatchObject({ identified: false, requestId: '"7"', session: `t:${third?.traceId}` });
  });

  it.each([
    ['10:00:00 attach', 'line 1 of the story: the stream is missing at the end'],
    ['10:00:00 opens S\nflies G1', 'neither "flies" nor "G1" is a verb of a story'],
    ['10:00:00 emit G1 #1 shiny', '"shiny" says nothing of an event'],
    ['10:00:00 resume with G1:1 twice -> 200', '"twice" says nothing of a request'],
    ['10:00:00 attach G1 get k1 colour=red', 'no fact has a field "colour"'],
    ['10:00:00 detach G1 k1 network twice', '"twice" is left over'],
    ['10:00:00 attach A [x]\nattach B [x]', 'two facts are called x'],
  ])('says what is wrong in %j', (text, message) => {
    expect(() => story(text)).toThrow(message);
  });

  it('ends an hour after its last fact', () => {
    expect(hourAfter(story('10:00:00 run x for 1 lasting 30m'))).toBe(moment('11:30:00'));
  });
});
