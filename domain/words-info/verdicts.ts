import type { Verdict } from '../words.ts';
import type { ColourToken, Shape } from './tokens.ts';

export interface VerdictInfo {
  /** Heading of a panel. */
  readonly title: string;
  /** The word on a chip or in a legend, as an on-call engineer says it. */
  readonly short: string;
  /** One sentence in plain words. */
  readonly sentence: string;
  readonly colour: ColourToken;
  readonly shape: Shape;
  /** Whether the answer was sound: "cannot tell" is never counted as such. */
  readonly honest: boolean;
}

/** What each verdict is called on screen (domain.md section 3). */
export const VERDICT_INFO = {
  fabricated: {
    title: 'Fabricated continuity',
    short: 'fabricated',
    sentence: 'The server answered as if the stream went on, and the facts refute it.',
    colour: 'fabricated',
    shape: 'hexagon',
    honest: false,
  },
  misrefused: {
    title: 'Refused wrongly',
    short: 'refused wrongly',
    sentence:
      'The reconnect was turned away although it could be served, or with a status that says something else.',
    colour: 'misrefused',
    shape: 'triangle',
    honest: false,
  },
  resynced: {
    title: 'Gap declared',
    short: 'gap declared',
    sentence: 'Events were gone, and the server said so before it went on.',
    colour: 'resynced',
    shape: 'diamond',
    honest: true,
  },
  refused: {
    title: 'Reconnect refused',
    short: 'refused',
    sentence: 'The server could not honour the cursor and said so.',
    colour: 'refused',
    shape: 'bar',
    honest: true,
  },
  new_stream: {
    title: 'Marked as a new stream',
    short: 'marked new',
    sentence: 'The server opened a new stream and marked it as new.',
    colour: 'refused',
    shape: 'square',
    honest: true,
  },
  indeterminate: {
    title: 'Cannot tell',
    short: 'cannot tell',
    sentence: 'The facts that would decide this were not reported.',
    colour: 'unknown',
    shape: 'hatch',
    honest: false,
  },
  continuous: {
    title: 'Continuous',
    short: 'continuous',
    sentence: 'The stream went on exactly where the client had left it.',
    colour: 'continuous',
    shape: 'dot',
    honest: true,
  },
  not_applicable: {
    title: 'Nothing to resume',
    short: 'nothing to resume',
    sentence: 'No resumption exists in this era or on this request.',
    colour: 'outline',
    shape: 'ring',
    honest: true,
  },
} as const satisfies Record<Verdict, VerdictInfo>;
