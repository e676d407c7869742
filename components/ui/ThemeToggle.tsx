'use client';

import { useState, useSyncExternalStore } from 'react';
import { THEME_COOKIE, type Theme } from './theme.ts';

const YEAR_S = 31_536_000;

const NAMES = { system: 'as the system', light: 'light', dark: 'dark' } as const satisfies Record<
  Theme,
  string
>;

/** Light, dark or as the system. The choice is a cookie, so that the server draws the right one at once. */
export function ThemeToggle({ initial }: { readonly initial: Theme }) {
  const [theme, setTheme] = useState<Theme>(initial);
  const systemDark = useSyncExternalStore(followSystem, isSystemDark, () => false);
  const next = nextTheme(theme, systemDark);
  const choose = () => {
    setTheme(next);
    writeCookie(next);
    if (next === 'system') document.documentElement.removeAttribute('data-theme');
    else document.documentElement.dataset.theme = next;
  };
  return (
    <button
      type="button"
      onClick={choose}
      aria-label={`Theme: ${NAMES[theme]}. Switch to ${NAMES[next]}.`}
      title={`Theme: ${NAMES[theme]}`}
      className="grid size-7 place-items-center rounded-full text-muted hover:bg-soft hover:text-ink"
    >
      <svg
        width="16"
        height="16"
        viewBox="0 0 16 16"
        aria-hidden="true"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
      >
        <ThemeGlyph theme={theme} />
      </svg>
    </button>
  );
}

const DARK = '(prefers-color-scheme: dark)';
const isSystemDark = (): boolean => window.matchMedia(DARK).matches;

function followSystem(changed: () => void): () => void {
  const query = window.matchMedia(DARK);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/** From the system's theme to the other one, so that the first press is seen; then to the same by choice, then back. */
function nextTheme(theme: Theme, systemDark: boolean): Theme {
  const [own, other] = systemDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const);
  if (theme === 'system') return other;
  return theme === other ? own : 'system';
}

function ThemeGlyph({ theme }: { readonly theme: Theme }) {
  if (theme === 'dark') return <path d="M13 9.5A5.5 5.5 0 1 1 6.5 3a4.5 4.5 0 0 0 6.5 6.5Z" />;
  if (theme === 'light') {
    return (
      <path d="M8 5a3 3 0 1 1 0 6 3 3 0 0 1 0-6ZM8 1v1.6M8 13.4V15M1 8h1.6M13.4 8H15M3 3l1.1 1.1M11.9 11.9 13 13M13 3l-1.1 1.1M4.1 11.9 3 13" />
    );
  }
  return (
    <>
      <circle cx="8" cy="8" r="5.5" />
      <path d="M8 2.5a5.5 5.5 0 0 1 0 11Z" fill="currentColor" />
    </>
  );
}

function writeCookie(theme: Theme): void {
  const age = theme === 'system' ? 0 : YEAR_S;
  Reflect.set(document, 'cookie', `${THEME_COOKIE}=${theme}; path=/; max-age=${age}; samesite=lax`);
}
