import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { bulkAnswerSchema } from "#lib/contract/operations/bulk.ts";
import { plannedListSchema } from "#lib/contract/operations/planned.ts";
import { type ModelApi, startModelApi } from "#tests/fixtures/api/model-api.ts";
import { lapseLeases } from "#tests/fixtures/bulk/bulk-leases.ts";
import { stepBulk, untilBulk } from "#tests/fixtures/bulk/killable-bulk.ts";
import { createKillableConsole, type KillableConsole } from "#tests/fixtures/console/processes/killable-console.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { createSharedClock } from "#tests/fixtures/fast-clock.ts";

describe.each(testDialects.map((dialect) => ({ dialect })))(
  "planning for many customers on $dialect",
  ({ dialect }) => {
    let api: ModelApi;
    let console: KillableConsole & { databaseUrl: string };

    beforeAll(async () => {
      const fastSince = Date.now();
      api = await startModelApi({ now: createSharedClock(fastSince).now });
      console = await createKillableConsole(api.origin, { dialect, fastSince });
      // Starts a new process, because the first test has stopped the old one.
      await console.start();
    });

    beforeEach(() => api.forget());

    afterAll(async () => {
      await console.close();
      await api.close();
    });

    /** Starts a planned bulk change of six new customers. Waits until the change of the first customer is planned. */
    async function begin(): Promise<{ bulkID: string; customerIDs: string[] }> {
      const customers = Array.from({ length: 6 }, (_, index) => ({
        customerID: randomUUID(),
        jobID: randomUUID(),
        environment: "sandbox" as const,
        createdMs: Date.now() - 1_000_000,
        contract: { term: "monthly", plan: "essential" },
        body: { companyName: `Acme ${index} ${randomUUID()}` },
      }));
      api.customers.push(...customers);
      const customerIDs = customers.map(({ customerID }) => customerID);
      const at = new Date(Date.now() + 24 * 60 * 60_000).toISOString();
      const body = { change: { plan: "professional" }, source: { kind: "ids", customerIDs }, at };
      const { bulkID } = bulkAnswerSchema.parse((await console.send("POST", "/api/sandbox/bulk", body))?.json).bulk;
      await untilBulk(console, bulkID, ({ bulk }) => bulk.state === "checked");
      await stepBulk(console, bulkID, "resume");
      await untilBulk(console, bulkID, ({ bulk }) => bulk.state === "first-done");
      return { bulkID, customerIDs };
    }

    /**
     * Calls `act` once, when the console reads the third customer's contract. At that time, the change is not planned
     * yet.
     */
    function whenThirdIsRead(act: () => void): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      let isDone = false;
      api.script(({ method, query }) => {
        if (isDone || method !== "GET" || !query.get("searchTerm")?.startsWith("Acme 2 ")) return undefined;
        isDone = true;
        act();
        resolve();
        return undefined;
      });
      return promise;
    }

    async function expectOneEach(by: KillableConsole, bulkID: string, customerIDs: readonly string[]): Promise<void> {
      const { rows } = await untilBulk(by, bulkID, ({ bulk }) => bulk.state === "finished");
      expect(rows.map(({ state }) => state)).toEqual(Array(6).fill("planned"));
      const answer = await by.send("GET", "/api/sandbox/planned?limit=100");
      const { planned } = plannedListSchema.parse(answer?.json);
      const made = planned.filter(({ customerID }) => customerIDs.includes(customerID));
      expect(new Map(made.map(({ customerID, plannedChangeID }) => [customerID, plannedChangeID]))).toEqual(
        new Map(rows.map(({ customerID, plannedChangeID }) => [customerID, plannedChangeID])),
      );
      expect(made).toHaveLength(6);
      expect(api.requests.filter(({ method }) => method === "PATCH")).toEqual([]);
    }

    test.each([
      ["while a customer is read", true],
      ["shortly after a customer was read", false],
    ])("a console that is killed %s continues after its restart, and plans nothing twice", async (_when, isAtOnce) => {
      const { bulkID, customerIDs } = await begin();
      const killed = whenThirdIsRead(() => {
        if (isAtOnce) console.kill();
        else void setImmediate().then(console.kill);
      });
      await stepBulk(console, bulkID, "resume");
      await killed;
      await console.gone();
      await lapseLeases(console.databaseUrl);
      await console.start();
      await expectOneEach(console, bulkID, customerIDs);
    });

    test.skipIf(dialect === "sqlite")("a stalled run plans nothing after another replica has taken over", async () => {
      const { bulkID, customerIDs } = await begin();
      const stopped = whenThirdIsRead(console.stop);
      await stepBulk(console, bulkID, "resume");
      await stopped;
      await lapseLeases(console.databaseUrl);
      const other = console.beside();
      onTestFinished(() => other.close());
      await other.start();
      await expectOneEach(other, bulkID, customerIDs);
      console.goOn();
      await expectOneEach(console, bulkID, customerIDs);
    });
  },
);
