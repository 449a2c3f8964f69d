import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { configuredVariables } from "#tests/e2e/helpers/target.ts";
import { freePort } from "#tests/fixtures/console/network/free-port.ts";
import { startConsole } from "#tests/fixtures/console/start-console.ts";
import { startOtherApi } from "#tests/fixtures/other-api/start-other-api.ts";
import { quirksClient } from "#tests/fixtures/sso/quirks-provider.ts";
import { startWholeProvider } from "#tests/fixtures/sso/start-whole-provider.ts";
import type { ConsoleName } from "./picture-entry.ts";

/** The date and the time of every picture. */
export const still = new Date("2026-11-20T09:30:00Z");

/** A console for pictures, with the programs that it needs. */
export interface PicturedConsole {
  origin: string;
  close(): Promise<unknown>;
}

const clock = pathToFileURL(join(import.meta.dirname, "still-clock.ts")).href;
const stillVariables = { NODE_OPTIONS: `--import ${clock}`, STILL_CLOCK_MS: String(still.getTime()) };

/** Starts each console when the first picture needs it. */
export function createConsoles() {
  const started = new Map<ConsoleName, Promise<PicturedConsole>>();
  const start = { demo: startDemo, configured: startConfigured };
  return {
    get(name: ConsoleName): Promise<PicturedConsole> {
      const console = started.get(name) ?? start[name]();
      started.set(name, console);
      return console;
    },
    async close(): Promise<void> {
      for (const console of started.values()) await (await console).close();
    },
  };
}

const startDemo = () => startConsole({ env: { ...stillVariables, API_CREATION_MS: "0" } });

async function startConfigured(): Promise<PicturedConsole> {
  const otherApi = await startOtherApi({ customers: 40 });
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const provider = await startWholeProvider(origin);
  const console = await startConsole({
    env: {
      ...configuredVariables(otherApi.origin, otherApi.keys),
      ...stillVariables,
      PORT: String(port),
      PUBLIC_ORIGIN: origin,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: quirksClient.id,
      OIDC_CLIENT_SECRET: quirksClient.secret,
      OIDC_LABEL: "Company account",
      OIDC_ROLE_CLAIM: "roles",
      OIDC_DEFAULT_ENVIRONMENTS: "sandbox",
    },
  });
  return {
    origin,
    async close() {
      await console.close();
      provider.close();
      await otherApi.close();
    },
  };
}
