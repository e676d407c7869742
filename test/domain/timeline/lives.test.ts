import { describe, expect, test } from 'vitest';
import { drawn } from './drawn.ts';

const OPENED = `
10:00:00 node-1 opens S as inc-1
+1s attach G1 get k1
+1s emit G1 #1 notification on k1
+1s detach G1 k1 network
`;

describe('the end of a life', () => {
  test('is a tear only where somebody felt it', () => {
    const feltAfter = (rest: string) => drawn(OPENED + rest).layout.tears.map(({ felt }) => felt);
    expect(feltAfter('+1s close deleted')).toEqual([false]);
    expect(feltAfter('+1s close expired')).toEqual([false]);
    expect(feltAfter('+1s close expired\n+1s resume with G1:1 session missing -> 404 refused')).toEqual([
      true,
    ]);
    expect(feltAfter('+1s close deleted\n+1s resume with G1:1 session missing -> 404 refused')).toEqual([
      false,
    ]);
  });

  test('that nobody reported begins to show where reconnects are told that the session is gone', () => {
    const refused = 'resume with G1:1 session missing -> 404 refused';
    const { model, layout, at } = drawn(`${OPENED}+6s ${refused}\n+5s ${refused}\n+5s beat`);
    expect(model.tears).toEqual([]);
    expect(model.lives[0]?.missedFrom).toBe(at('10:00:09.000'));
    const [life] = layout.lives;
    expect(life?.missed?.x).toBeGreaterThan(life?.x ?? 0);
    expect((life?.missed?.x ?? 0) + (life?.missed?.width ?? 0)).toBeCloseTo(
      (life?.x ?? 0) + (life?.width ?? 0),
    );
  });

  test('is not missed by those who were served again', () => {
    const { model } = drawn(`${OPENED}+1s resume with G1:1 session missing -> 404 refused
+1s resume with G1:1 sound window 1..1 -> 200 replayed count 0`);
    expect(model.lives[0]?.missedFrom).toBeUndefined();
  });
});
