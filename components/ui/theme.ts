export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
/** Read by the server before the first byte, written by the toggle. */
export const THEME_COOKIE = 'seamark-theme';
