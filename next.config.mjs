import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PHASE_PRODUCTION_BUILD, PHASE_PRODUCTION_SERVER } from "next/constants.js";

// Switches Next's telemetry off. Every command of Next, also plain `next start` and `next build`, reads this file before
// it can send telemetry. The variable overrides a person's own setting of Next.
process.env.NEXT_TELEMETRY_DISABLED = "1";

/**
 * Returns the ID of the build that is being made or served; undefined in development. The ID is computed from the
 * sources, so all replicas of one version have the same ID.
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

/** Permanent redirects (308) from the old URLs of pages to their current URLs. Next keeps the query. */
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
  // Source maps show how much each module contributes to a page's size (tests/fixtures/page-size). The host never
  // serves the source maps.
  productionBrowserSourceMaps: true,
  // The image optimiser is switched off, because it would fetch any URL that a request contains. The host and proxy.ts
  // also block the optimiser's URL.
  images: { unoptimized: true },
  // These packages are not bundled, because they load their own files, or because the process must contain only one
  // copy of them.
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
  // The build does not check types, because `npm run check` checks all of them, including the types of the tests.
  typescript: { ignoreBuildErrors: true },
  allowedDevOrigins: ["127.0.0.1", "localhost"],
  devIndicators: false,
  redirects,
  experimental: {
    // The maximum size of a request body that Next stores in memory for proxy.ts. The limit is low, because proxy.ts
    // only runs for pages, which receive no bodies.
    proxyClientMaxBodySize: 64 * 1024,
    // Without a network, Next waits until it can open the next page. Otherwise the browser would replace the current
    // page with its own error page.
    useOffline: true,
    // A few large scripts are better than many small ones. Small scripts compress worse, and each of them costs a
    // request (docs/decisions/0027-small-pages.md).
    turbopackChunking: { requestCost: 5_000_000, minChunkSize: 2_000_000, maxMergeChunkSize: 10_000_000 },
    turbopackCjsTreeShaking: true,
    turbopackCjsScopeHoisting: true,
    turbopackCrossModuleConstants: true,
  },
};

/**
 * Returns the configuration. With `deploymentId`, the URL of every script and style contains the ID of its build
 * (`?dpl=`). A page that gets an answer of a different build reloads. A page therefore never mixes two builds
 * (docs/decisions/0035-several-builds.md).
 * @param {string} phase
 * @returns {Promise<import("next").NextConfig>}
 */
export default async function configIn(phase) {
  const buildID = await buildIDIn(phase);
  if (buildID === undefined) return config;
  return { ...config, deploymentId: buildID, generateBuildId: () => buildID };
}
