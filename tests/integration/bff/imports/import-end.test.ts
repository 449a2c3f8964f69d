import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { openStore } from "#server/bff/store/open-store.ts";
import { createFastClock } from "#tests/fixtures/fast-clock.ts";
import { fileOf, startImportConsole } from "#tests/fixtures/imports/import-console.ts";

test("an import ends only when its last job ends, even if its rows were counted while the last row was sent", async () => {
  const [counted, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isResumed = false;
  const importConsole = await startImportConsole({
    clock: createFastClock(20),
    async openStore(url, given) {
      const store = await openStore(url, given);
      const { imports } = store;
      return {
        ...store,
        imports: {
          ...imports,
          // Returns the accepted rows only after the row in progress was sent. So this read and the read of the counts
          // do not match.
          async acceptedRows(importID) {
            const rows = await imports.acceptedRows(importID);
            const isSending = async () => ((await imports.counts([importID])).get(importID)?.sending ?? 0) > 0;
            if (!isResumed || !(await isSending())) return rows;
            counted.resolve();
            while (await isSending()) await setTimeout(5);
            await setTimeout(50);
            late.resolve();
            return rows;
          },
        },
      };
    },
  });
  const { importID } = (await importConsole.checked(fileOf(["One", "Two"]))).import;
  await importConsole.started(importID);
  const { api } = importConsole;
  let isRunning = true;
  api.script(async ({ method, path }) => {
    if (method === "POST") await counted.promise;
    const { jobID, customerID } = api.customers.at(-1) ?? {};
    if (!isRunning || path !== `/jobs/${jobID}`) return undefined;
    return { effect: "no", answer: { status: 200, body: { jobID, customerID, status: "running" } } };
  });
  await importConsole.step(importID, "resume", { to: "running" });
  // From now on, only the run reads the accepted rows. `late` resolves when the run first gets outdated rows.
  isResumed = true;
  await late.promise;
  // Waits until the run has done two more rounds.
  await setTimeout(100);
  expect((await importConsole.read(importID)).import).toMatchObject({
    state: "running",
    counts: { created: 1, waiting: 1 },
  });
  isRunning = false;
  const { import: over } = await importConsole.until(importID, "finished", "paused");
  expect(over).toMatchObject({ state: "finished", counts: { created: 2, waiting: 0 } });
  await importConsole.close();
});
