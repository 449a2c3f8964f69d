import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PHASE_PRODUCTION_BUILD, PHASE_PRODUCTION_SERVER } from "next/constants.js";

/**
 * The ID of the build that is being made or served; undefined in development. The ID is computed from the sources, so
 * that all replicas of one version have the same ID.
 * @param {string} phase
 */
async function buildIDIn(phase) {
  if (phase === PHASE_PRODUCTION_SERVER) {
    return readFileSync(join(import.meta.dirname, ".next", "BUILD_ID"), "utf8");
  }
  if (phase !== PHASE_PRODUCTION_BUILD) return undefined;
  const { buildIDOf, buildInputsHash } = await import("./scripts/setup/build-inputs.mjs");
  return buildIDOf(buildInputsHash());
}

/**
 * Permanent redirects (308) from the earlier addresses of pages to their present ones. Next keeps the query.
 */
async function redirects() {
  const { placeNames, placeOf } = await import("./lib/places.ts");
  const { environments } = await import("./lib/contract/values/environments.ts");
  /** @param {string} pattern */
  const toSource = (pattern) => pattern.replace("[environment]", `:environment(${environments.join("|")})`);
  return placeNames.map(placeOf).flatMap(({ pattern, movedFrom = [] }) =>
    movedFrom.map((source) => ({
      source: toSource(source),
      destination: pattern.replace("[environment]", ":environment"),
      permanent: true,
    })),
  );
}

/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  // Source maps show which module a page's size comes from (tests/fixtures/page-size). The host never serves them.
  productionBrowserSourceMaps: true,
  // The image optimiser would fetch any URL that a request names. The host and proxy.ts block its address as well.
  images: { unoptimized: true },
  // These packages are not bundled: they load files of their own, or the process must contain only one copy of them.
  serverExternalPackages: [
    "@opentelemetry/api",
    "@opentelemetry/context-async-hooks",
    "@opentelemetry/core",
    "@opentelemetry/exporter-trace-otlp-http",
    "@opentelemetry/resources",
    "@opentelemetry/sdk-trace",
    "kysely",
    "pg",
    "pino",
    "prom-client",
    "rate-limiter-flexible",
    "undici",
  ],
  // `npm run check` checks the types of everything, including the tests. The build need not check them again.
  typescript: { ignoreBuildErrors: true },
  allowedDevOrigins: ["127.0.0.1", "localhost"],
  devIndicators: false,
  redirects,
  experimental: {
    // Next keeps in memory as much of a request's body as proxy.ts may read. proxy.ts runs only for pages, which
    // receive no bodies.
    proxyClientMaxBodySize: 64 * 1024,
    // Without a network, Next waits until a page can be opened. Otherwise the browser would replace this page with its
    // own error page.
    useOffline: true,
    // Few large scripts: many small ones compress worse, and each costs a request (docs/decisions/0027-small-pages.md).
    turbopackChunking: { requestCost: 5_000_000, minChunkSize: 2_000_000, maxMergeChunkSize: 10_000_000 },
    turbopackCjsTreeShaking: true,
    turbopackCjsScopeHoisting: true,
    turbopackCrossModuleConstants: true,
  },
};

/**
 * With `deploymentId`, the address of every script and style names its build (`?dpl=`). A page that gets an answer of
 * another build loads again. So a page never mixes two builds (docs/decisions/0035-several-builds.md).
 * @param {string} phase
 * @returns {Promise<import("next").NextConfig>}
 */
export default async function configIn(phase) {
  const buildID = await buildIDIn(phase);
  if (buildID === undefined) return config;
  return { ...config, deploymentId: buildID, generateBuildId: () => buildID };
}
