import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { api } from "#lib/paths.ts";
import { type FaultProxy, startFaultProxy } from "#tests/fixtures/api/fault-proxy.ts";
import { addStaff, type TestStaff } from "#tests/fixtures/console/create-test-bff.ts";
import { startConsole } from "#tests/fixtures/console/start-console.ts";
import { startOtherApi } from "#tests/fixtures/other-api/start-other-api.ts";
import { expect } from "./fixtures.ts";
import { configuredVariables, credentialsFor } from "./target.ts";

interface BehindProxyOptions {
  /** People to add besides the administrator. */
  staff?: readonly TestStaff[];
  /** Additional environment variables of the console. */
  variables?: Record<string, string>;
}

/** Starts a console whose calls to the API go through a proxy. The administrator is signed in. */
export async function startBehindProxy(
  page: Page,
  faultFor: Parameters<typeof startFaultProxy>[1],
  { staff = [], variables = {} }: BehindProxyOptions = {},
) {
  const folder = mkdtempSync(join(tmpdir(), "switchboard-behind-proxy-"));
  const databaseUrl = `sqlite:${join(folder, "console.db")}`;
  await addStaff(databaseUrl, staff);
  const otherApi = await startOtherApi({ customers: 20 });
  const proxy: FaultProxy = await startFaultProxy(otherApi.origin, faultFor);
  const env = { ...configuredVariables(proxy.origin, otherApi.keys), DATABASE_URL: databaseUrl, ...variables };
  const console = await startConsole({ env });
  const answer = await page.request.post(`${console.origin}${api.session()}`, {
    data: credentialsFor("administrator", "other-api"),
    headers: { "X-Switchboard": "1", Origin: console.origin },
  });
  expect(answer.status()).toBe(204);
  return {
    origin: console.origin,
    proxy,
    otherApi,
    close: async () => {
      await console.close();
      await proxy.close();
      await otherApi.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
