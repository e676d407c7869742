/**
 * The few colours and shapes of the interface, each with one meaning (design: domain.md section 3,
 * interface.md). The names are those of the CSS variables and of the drawn marks.
 */
export const COLOUR_TOKENS = [
  'fabricated',
  'misrefused',
  'resynced',
  'refused',
  'continuous',
  'exec',
  'unknown',
  'outline',
] as const;
export type ColourToken = (typeof COLOUR_TOKENS)[number];

export const SHAPES = [
  'hexagon',
  'triangle',
  'diamond',
  'bar',
  'square',
  'dot',
  'twins',
  'hatch',
  'ring',
  'broken',
] as const;
export type Shape = (typeof SHAPES)[number];
