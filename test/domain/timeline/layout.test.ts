import { describe, expect, test } from 'vitest';
import { textWidth } from '#domain/timeline/labels.ts';
import { layoutMinimap } from '#domain/timeline/minimap.ts';
import { nextStop } from '#domain/timeline/stops.ts';
import { drawn } from './drawn.ts';

/** A restart on another node whose buffer still answers for the dead life; the same call runs twice. */
const GHOST = `
10:00:00 node-1 opens S as inc-1
10:00:01 attach G1 get k1
+0.5s    emit G1 #0 notification on k1
10:00:05 attach P9 post k2 for 9
+0s      emit P9 #0 priming on k2
+0.7s    run mail.send for 9 args d1 lasting 0.5s
10:00:06.1 detach P9 k2 network
+0.2s    emit P9 #1 result of 9
10:00:07 close shutdown
10:00:09 node-2 opens S as inc-2 adopted
+1s      run mail.send for 10 args d1 lasting 0.4s
10:00:12 resume with P9:0 cursor P9#0@inc-1 on P9 session live -> 200 replayed at P9#1@inc-1 count 1
10:00:20 beat
`;

describe('a session on the timeline', () => {
  const { model, layout, at } = drawn(GHOST);

  test('has a bar for each life and a tear with its cause where one ends', () => {
    expect(layout.lives.map((life) => life.label)).toEqual(['inc-1 · node-1', 'inc-2 · node-2 · adopted']);
    expect(model.tears).toEqual([
      { life: 'inc-1', at: at('10:00:07.000'), until: at('10:00:09.000'), cause: 'shut down', felt: true },
    ]);
    expect(layout.tears[0]?.caption?.text).toBe('shut down');
  });

  test('has the reconnect on the lane that was served, joined to where its cursor pointed', () => {
    const lane = layout.streams.find((stream) => stream.id === 'P9');
    const [mark] = layout.attempts;
    expect(mark).toMatchObject({ verdict: 'fabricated', label: 'fabricated: dead incarnation', y: lane?.y });
    const arc = layout.arcs.find((each) => each.attempt === mark?.ids[0]);
    expect(model.attempts[0]?.cursor).toEqual({ stream: 'P9', at: at('10:00:05.000'), eventId: 'P9:0' });
    expect(arc?.fromX).toBeLessThan(mark?.x ?? 0);
  });

  test('keeps the words of a reconnect off the arc that leads to it', () => {
    const [mark] = layout.attempts;
    const label = layout.labels.find(({ id }) => id === mark?.ids[0]);
    const arc = layout.arcs.find(({ attempt }) => attempt === mark?.ids[0]);
    if (!label || !arc) throw new Error('the reconnect has neither words nor an arc');
    const width = textWidth(label.text);
    const left = label.x - { start: 0, middle: width / 2, end: width }[label.anchor];
    const crossed = arc.along.filter(
      ({ x, y }) => x > left && x < left + width && y > label.y - 10 && y < label.y + 3,
    );
    expect(crossed).toEqual([]);
  });

  test('marks a result that was only retained', () => {
    expect(model.streams.find((stream) => stream.id === 'P9')?.events.kind).toEqual(['quiet', 'held']);
  });

  test('joins both runs of the call that ran twice', () => {
    const double = layout.runs.filter((run) => run.double);
    expect(double.map((run) => run.tool)).toEqual(['mail.send', 'mail.send']);
    expect(layout.brackets).toMatchObject([{ label: 'ran twice, probable' }]);
  });

  test('puts GET streams before POST streams, and everything inside the drawing', () => {
    expect(layout.streams.map((stream) => stream.id)).toEqual(['G1', 'P9']);
    for (const mark of [...layout.attempts, ...layout.streams]) expect(mark.y).toBeLessThan(layout.height);
  });

  test('gives every lane a name, beside it or above it', () => {
    expect(layout.heads.map((head) => head.title)).toEqual([
      'Session',
      'GET stream',
      'POST stream',
      'Executions',
    ]);
    const narrow = drawn(GHOST, { width: 366 }).layout;
    expect(narrow.compact).toBe(true);
    expect(narrow.height).toBeGreaterThan(layout.height);
  });

  test('keeps what lies outside the visible range out of the drawing', () => {
    const near = drawn(GHOST, { range: { from: at('10:00:00.000'), to: at('10:00:04.000') } }).layout;
    expect(near.attempts).toEqual([]);
    expect(near.runs).toEqual([]);
    expect(near.lives).toHaveLength(1);
  });

  test('shows in the minimap where something happened', () => {
    const map = layoutMinimap(model, { left: 0, right: 500 });
    expect(map.marks.map((mark) => mark.verdict)).toEqual(['fabricated']);
    expect(map.bars.length).toBeGreaterThan(0);
  });
});

describe('what happened on a stream beside its reconnects', () => {
  const LOST = `
    10:00:00 node-1 opens S as inc-1
    +1s attach P7 post k1 for 7
    +0.1s emit P7 #0 priming on k1
    +0.1s run pay.send for 7 args d1 lasting 1s
    +0.5s detach P7 k1 network
    +1s emit P7 #1 result of 7
    10:05:00 beat
  `;

  test('is flagged above its lane, with its words', () => {
    const { layout } = drawn(LOST);
    const lane = layout.streams.find((stream) => stream.id === 'P7');
    const flag = layout.flags.find((each) => each.kind === 'lost_result');
    expect(flag?.y).toBeLessThan(lane?.y ?? 0);
    expect(layout.labels.map((label) => label.text)).toContain('result never delivered');
  });

  test('stands side by side where it falls on the same moment', () => {
    const xs = drawn(LOST, { width: 400 }).layout.flags.map((flag) => flag.x);
    for (const [index, x] of xs.slice(1).entries()) expect(x - (xs[index] ?? 0)).toBeGreaterThanOrEqual(15);
  });
});

describe('a connection whose end nobody reported', () => {
  test('is drawn as a guess', () => {
    const { layout } = drawn(
      '10:00:00 node-1 opens S as inc-1\n+1s attach G1 get k1\n+9s emit G1 #1 notification on k1\n+9s beat',
    );
    expect(layout.streams[0]?.connections).toMatchObject([{ open: true }]);
  });
});

describe('captions', () => {
  test('end inside the drawing where a life ends at its right edge', () => {
    const { layout } = drawn('10:00:00 node-1 opens S as inc-1\n+10s close deleted');
    const caption = layout.tears[0]?.caption;
    expect(caption?.text).toBe('deleted by the client');
    expect((caption?.x ?? 0) + ('deleted by the client'.length * 6.1) / 2).toBeLessThanOrEqual(layout.width);
  });
});

describe('runs', () => {
  const busy = Array.from(
    { length: 30 },
    (_, index) => `+0.2s run list for ${100 + index} args x${index} lasting 0.3s`,
  ).join('\n');

  test('keep off the bracket that joins two of them, and off each other', () => {
    const { layout } = drawn(
      GHOST.replace('10:00:20 beat', `10:00:10.5 run read for 50 args r lasting 1s\n${busy}\n+9s beat`),
    );
    const [bracket] = layout.brackets;
    expect(bracket).toBeDefined();
    const words = { left: (bracket?.x ?? 0) - 50, right: (bracket?.x ?? 0) + 50, y: bracket?.y ?? 0 };
    for (const run of layout.runs) {
      const beside = run.x > words.right || run.x + run.width < words.left;
      expect(beside || run.y > words.y || run.y + run.height <= words.y - 10).toBe(true);
    }
    const boxes = layout.runs.filter((run) => run.y < layout.height);
    for (const [index, a] of boxes.entries()) {
      for (const b of boxes.slice(index + 1)) {
        expect(a.y !== b.y || a.x + a.width <= b.x || b.x + b.width <= a.x).toBe(true);
      }
    }
  });
});

describe('many reconnects', () => {
  const refusals = Array.from(
    { length: 112 },
    () => '+300s resume with G1:1 session missing -> 404 refused',
  ).join('\n');
  const crowded = `10:00:00 node-1 opens S as inc-1\n+1s attach G1 get k1\n+1s emit G1 #1 notification on k1\n+1s close expired\n${refusals}`;

  test('become one mark with a count where they fall on the same pixels, and none is lost', () => {
    const { layout } = drawn(crowded, { width: 700 });
    expect(layout.attempts.length).toBeLessThan(112);
    expect(layout.attempts.flatMap((mark) => mark.ids)).toHaveLength(112);
    const sorted = layout.attempts.map((mark) => mark.x);
    for (const [index, x] of sorted.slice(1).entries())
      expect(x - (sorted[index] ?? 0)).toBeGreaterThanOrEqual(9);
  });

  test('say the same words once', () => {
    expect(drawn(crowded, { width: 900 }).layout.labels.length).toBeLessThan(6);
  });
});

describe('a session without telemetry of its streams', () => {
  test('draws its reconnect on a lane of its own', () => {
    const { layout } = drawn(
      '10:00:00 node-1 opens S as none\n+5s resume without cursor session missing -> 404 refused',
    );
    expect(layout.heads.map((head) => head.title)).toContain('Reconnects');
    expect(layout.attempts).toHaveLength(1);
    expect(layout.arcs).toEqual([]);
  });

  test('says that an end was not reported where the next life just begins', () => {
    const { model } = drawn(
      '10:00:00 node-1 opens S as inc-1\n10:00:09 node-2 opens S as inc-2 adopted\n+1s beat',
    );
    expect(model.tears[0]?.cause).toBe('end not reported');
  });
});

describe('next finding', () => {
  const { model } = drawn(GHOST);
  const step = (from: Parameters<typeof nextStop>[1]) => nextStop(model.stops, from);

  test('goes through all of them in time order and round at the end', () => {
    const seen = new Set<string>();
    let stop = step({ selected: undefined, at: 0, step: 1 });
    for (let count = 0; stop && count < model.stops.length; count += 1) {
      seen.add(stop.target.id);
      stop = step({ selected: stop.target, at: stop.at, step: 1 });
    }
    expect(seen.size).toBe(model.stops.length);
    expect(stop).toEqual(model.stops[0]);
  });

  test('goes back the same way', () => {
    const last = step({ selected: model.stops[0]?.target, at: 0, step: -1 });
    expect(last).toEqual(model.stops.at(-1));
  });

  test('has nowhere to go where nothing was found', () => {
    expect(nextStop([], { selected: undefined, at: 0, step: 1 })).toBeUndefined();
  });
});
