import { startConsole } from "#tests/fixtures/console/start-console.ts";
import { startOtherApi } from "#tests/fixtures/other-api/start-other-api.ts";
import { test as base } from "./helpers/fixtures.ts";
import { configuredVariables } from "./helpers/target.ts";

type OddApi = Awaited<ReturnType<typeof startOtherApi>>;

/** An API that describes jobs as a test has set them, and a console that uses this API. */
export const test = base.extend<object, { odd: OddApi }>({
  upstream: "other-api",
  odd: [
    async ({ playwright: _ }, use) => {
      const started = await startOtherApi({ customers: 5 });
      await use(started);
      await started.close();
    },
    { scope: "worker" },
  ],
  origin: [
    async ({ odd: { origin, keys } }, use) => {
      const console = await startConsole({ env: configuredVariables(origin, keys) });
      await use(console.origin);
      await console.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});
