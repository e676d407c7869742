import { describe, expect, test } from 'vitest';
import { FindingCounts } from '#components/sessions/FindingCounts.tsx';
import { MiniTimeline } from '#components/sessions/MiniTimeline.tsx';
import { collectorSnippet, curlSnippet, installSnippet } from '#components/setup/snippets.ts';
import { Mark } from '#components/ui/Mark.tsx';
import { intervalText, percentText, plural } from '#components/ui/numbers.ts';
import { Term } from '#components/ui/Term.tsx';
import { agoText, utcText } from '#components/ui/time-text.ts';
import { VerdictCounts } from '#components/verdict/VerdictCounts.tsx';
import { SHAPES } from '#domain/words-info/tokens.ts';
import { markupOf } from './markup.ts';

const NOW = Date.parse('2026-11-02T10:00:00Z');

describe('numbers', () => {
  test('do not show a little as nothing', () => {
    expect(percentText(0.0004)).toBe('0.04 %');
    expect(percentText(0)).toBe('0.0 %');
    expect(intervalText(0.012, 0.0271)).toBe('1.2 – 2.7 %');
    expect([plural(1, 'call'), plural(1274, 'call')]).toEqual(['1 call', '1,274 calls']);
  });
});

describe('times', () => {
  test('are said by one unit, also when a clock is ahead', () => {
    expect(agoText('2026-11-02T09:57:00Z', NOW)).toBe('3 min ago');
    expect(agoText('2026-11-02T10:00:05Z', NOW)).toBe('in 5 s');
    expect(agoText('2026-11-02T10:00:00.400Z', NOW)).toBe('just now');
    expect(utcText('2026-11-02T12:00:00.020+02:00')).toBe('2026-11-02 10:00:00.020 UTC');
  });
});

describe('names', () => {
  test('that hold a term of the field explain it, others stand alone', () => {
    expect(markupOf(Term, { name: "cursor's incarnation" }).html).toMatch(
      /^<abbr title="One life of a session/,
    );
    expect(markupOf(Term, { name: 'Result seen' }).html).toBe('Result seen');
  });
});

describe('marks', () => {
  test('each have a drawing of their own', () => {
    const drawings = SHAPES.map((shape) => markupOf(Mark, { shape, radius: 8 }).html);
    expect(new Set(drawings).size).toBe(SHAPES.length);
  });
});

describe('the miniature timeline', () => {
  test('draws the worst mark last, on top, and survives a session of one instant', () => {
    const at = '2026-11-02T10:00:00.000Z';
    const marks = [
      { at, verdict: 'fabricated' as const },
      { at: '2026-11-02T10:00:00.001Z', verdict: 'continuous' as const },
    ];
    const { html } = markupOf(MiniTimeline, {
      session: { firstSeen: at, lastSeen: at, lives: [{ at, end: null }], marks },
    });
    expect(html.indexOf('--fabricated')).toBeGreaterThan(html.indexOf('--continuous'));
    expect(html).not.toContain('NaN');
  });
});

describe('findings in a row', () => {
  test('are counted in words, the rest as a number', () => {
    const counts = { double_execution: 1, lost_event: 12, lost_result: 1, fork: 2 };
    expect(markupOf(FindingCounts, { counts, most: 2 }).text).toBe('1 ran twice 2 forks +2 more');
  });
});

describe('verdicts in a row', () => {
  test('leave out where nothing was to be resumed, unless there is nothing else', () => {
    expect(markupOf(VerdictCounts, { counts: { continuous: 2, not_applicable: 2 } }).text).toBe(
      '2 continuous',
    );
    expect(markupOf(VerdictCounts, { counts: { not_applicable: 2 } }).text).toBe('2 nothing to resume');
  });
});

describe('the snippets', () => {
  const places = { otlp: 'http://127.0.0.1:4318', web: 'http://127.0.0.1:4300' };

  test('install one package of ours, from an address that names no version', () => {
    const files = installSnippet(places).match(/\S+\.tgz/g);
    expect(files).toEqual(['http://127.0.0.1:4300/packages/seamark-instrumentation-mcp.tgz']);
  });

  test('send through a Collector under its current names, MCP spans alone, over a queue on disk', () => {
    const yaml = collectorSnippet(places);
    expect(yaml).not.toMatch(/otlphttp|otlp_http:/);
    // What is named in a pipeline, or as a storage, is defined above it.
    for (const name of ['file_storage/seamark', 'filter/seamark', 'otlp_http/seamark']) {
      expect(yaml).toContain(`\n  ${name}:\n`);
      expect(yaml).toMatch(new RegExp(`\\[${name}\\]`));
    }
    expect(yaml).toContain('storage: file_storage/seamark');
    // What matches is dropped: it is neither ours, nor an MCP span, nor an HTTP span with the header of a session.
    expect(yaml.replaceAll(/\s+/g, ' ')).toContain(
      'not IsMatch(span.name, "^seamark[.]") and span.attributes["mcp.method.name"] == nil' +
        ' and span.attributes["http.request.header.mcp-session-id"] == nil',
    );
  });

  test('send by hand what is JSON once the shell has filled it in', () => {
    const body = /-d '\n(.*)'$/s.exec(curlSnippet(places))?.[1]?.replaceAll(/'\$\w+'/g, '1');
    const parsed = JSON.parse(body ?? '');
    expect(parsed.resourceSpans[0].scopeSpans[0].spans[0].name).toBe('seamark.resumption');
  });
});
