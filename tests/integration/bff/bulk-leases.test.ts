import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { operationListSchema } from "#lib/contract/operations/operation.ts";
import { type Clock, systemClock } from "#server/api-client/clock.ts";
import { leaseMs } from "#server/bff/runs/run-lease.ts";
import { openStore } from "#server/bff/store/open-store.ts";
import { type BulkConsole, startBulkConsole } from "#tests/fixtures/bulk/bulk-console.ts";
import { lapseLeases, leasedUntil } from "#tests/fixtures/bulk/bulk-leases.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";

/**
 * The machine's clock, except that waits of 5 s take only 50 ms. Workers wait 5 s between two searches for work, and
 * between two renewals of a lease.
 */
const clock: Clock = {
  ...systemClock,
  sleep: (ms, signal) => systemClock.sleep(ms === 5_000 ? 50 : ms, signal),
};

describe.each(testDialects.map((dialect) => ({ dialect })))(
  "the lease while a row is being sent, on $dialect",
  ({ dialect }) => {
    let bulkConsole: BulkConsole;

    beforeEach(async () => {
      bulkConsole = await startBulkConsole({ clock, dialect });
    });

    afterEach(() => bulkConsole.close());

    /** Runs a bulk change of three rows. The API answers the second row only after `meanwhile` has ended. */
    async function runSlowly(meanwhile: (bulkID: string) => Promise<void>) {
      const customerIDs = bulkConsole.addCustomers(3).map(({ customerID }) => customerID);
      const { bulkID } = await bulkConsole.checked(customerIDs);
      await bulkConsole.step(bulkID, "resume");
      await bulkConsole.until(bulkID, "first-done");
      bulkConsole.api.script(async ({ method, path }) => {
        if (method === "PATCH" && path.includes(customerIDs[1] ?? "")) await meanwhile(bulkID);
        return undefined;
      });
      await bulkConsole.step(bulkID, "resume");
      const { rows } = await bulkConsole.until(bulkID, "finished");
      expect(rows.map(({ state }) => state)).toEqual(["changed", "changed", "changed"]);
      expect(bulkConsole.sent("PATCH")).toHaveLength(3);
    }

    test("the lease is renewed, so that no other process takes the bulk change while the API is slow", () =>
      runSlowly(async (bulkID) => {
        const [begun = 0] = await leasedUntil(bulkConsole.console.databaseUrl);
        for (let until = begun, times = 0; times < 2; await setTimeout(5)) {
          const [now = 0] = await leasedUntil(bulkConsole.console.databaseUrl);
          if (now > until) times += 1;
          until = now;
        }
        expect((await bulkConsole.read(bulkID)).rows[1]).toMatchObject({ state: "sending" });
      }));

    test("a process does not take its own bulk change a second time after the lease has expired", () =>
      runSlowly(async (bulkID) => {
        await lapseLeases(bulkConsole.console.databaseUrl);
        // Meanwhile, another person's bulk change is checked, twice. So at least two rounds of the worker have passed.
        for (let times = 0; times < 2; times += 1) {
          const [other] = bulkConsole.addCustomers(1);
          await bulkConsole.checked([other?.customerID ?? ""]);
        }
        const { rows } = await bulkConsole.read(bulkID);
        expect(rows.map(({ state, reason }) => [state, reason])).toEqual([
          ["changed", undefined],
          ["sending", undefined],
          ["ready", undefined],
        ]);
      }));
  },
);

test("a process that stops between marking and sending a row sends the row once, with another operation", async () => {
  let aheadMs = 0;
  const late: Clock = {
    ...systemClock,
    // Renews leases only every second. Otherwise a lease could be renewed between the time when a row is marked and the
    // time when it is sent.
    sleep: (ms, signal) => systemClock.sleep(ms === 5_000 ? 1_000 : ms, signal),
    monotonic: () => systemClock.monotonic() + aheadMs,
  };
  const standing = new Set<string>();
  const bulkConsole = await startBulkConsole({
    clock: late,
    async openStore(url) {
      const store = await openStore(url);
      const markSent: typeof store.operations.markSent = async (...given) => {
        const marked = await store.operations.markSent(...given);
        if (standing.delete(marked.operation.customerID ?? "")) aheadMs += leaseMs;
        return marked;
      };
      return { ...store, operations: { ...store.operations, markSent } };
    },
  });
  onTestFinished(() => bulkConsole.close());
  const customerIDs = bulkConsole.addCustomers(3).map(({ customerID }) => customerID);
  const second = customerIDs[1] ?? "";
  standing.add(second);
  const { rows } = await bulkConsole.ran((await bulkConsole.checked(customerIDs)).bulkID);
  expect(rows.map(({ state }) => state)).toEqual(["changed", "changed", "changed"]);
  expect(bulkConsole.sent("PATCH").map(({ path }) => path.split("/")[2])).toEqual(customerIDs);
  const answer = await bulkConsole.console.send("GET", `/api/sandbox/operations?customerID=${second}`, {
    cookie: bulkConsole.viewer,
  });
  const { operations } = operationListSchema.parse(await answer.json());
  expect(operations.map(({ state, problem }) => [state, problem?.code])).toEqual([
    ["accepted", undefined],
    ["rejected", "not_sent"],
  ]);
});
