'use client';

/** The last resort, when even the layout failed: no styles can be counted on. */
export default function GlobalError({ retry }: { readonly retry: () => void }) {
  return (
    <html lang="en">
      <body>
        <h1>Seamark failed to draw this page</h1>
        <p>The data is not affected.</p>
        <button type="button" onClick={retry}>
          Try again
        </button>
      </body>
    </html>
  );
}
