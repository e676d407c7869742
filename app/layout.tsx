import type { Metadata, Viewport } from 'next';
import { cookies } from 'next/headers';
import type { ReactNode } from 'react';
import { NavBar } from '#components/ui/NavBar.tsx';
import { ThemeToggle } from '#components/ui/ThemeToggle.tsx';
import { THEME_COOKIE, THEMES, type Theme } from '#components/ui/theme.ts';
import { NavStatus } from './_client/NavStatus.tsx';
import { Providers } from './_client/Providers.tsx';
import './globals.css';

export const metadata: Metadata = {
  title: { default: 'Seamark', template: '%s · Seamark' },
  description: 'Shows whether a resumed MCP session is really the same session.',
  icons: { icon: '/icon.svg' },
};

export const viewport: Viewport = { width: 'device-width', initialScale: 1 };

/**
 * Reading the cookie makes every page dynamic, which its nonce needs too; the theme that was chosen is in
 * the first byte, so that no page flashes in the other one.
 */
export default async function RootLayout({ children }: { readonly children: ReactNode }) {
  const chosen = (await cookies()).get(THEME_COOKIE)?.value;
  const theme: Theme = THEMES.find((each) => each === chosen) ?? 'system';
  return (
    <html lang="en" data-theme={theme === 'system' ? undefined : theme}>
      <body>
        <a
          href="#content"
          className="sr-only focus:not-sr-only focus:absolute focus:z-30 focus:m-2 focus:rounded focus:bg-card focus:px-3 focus:py-2"
        >
          Skip to the content
        </a>
        <Providers>
          <NavBar>
            <NavStatus />
            <ThemeToggle initial={theme} />
          </NavBar>
          <main id="content">{children}</main>
        </Providers>
      </body>
    </html>
  );
}
