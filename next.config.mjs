/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  // The optimiser fetches what it is told to; the host and proxy.ts block its address as well.
  images: { unoptimized: true },
  // Required by Node as they are: they load files of their own, or must be one copy in the process.
  serverExternalPackages: ["kysely", "pg", "pino", "rate-limiter-flexible", "undici"],
  // `npm run check` checks the types, tests and all; a build would check them a second time.
  typescript: { ignoreBuildErrors: true },
  allowedDevOrigins: ["127.0.0.1", "localhost"],
  devIndicators: false,
  experimental: {
    // What proxy.ts sees of a body, Next keeps in memory. It sees those of pages only, which take none.
    proxyClientMaxBodySize: 64 * 1024,
    // A page that is opened without a network is waited for; otherwise the browser would leave this one for its
    // own error page.
    useOffline: true,
  },
};

export default config;
