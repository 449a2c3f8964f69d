import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { BulkDetail } from "#lib/contract/operations/bulk.ts";
import { noAnswerRecorded } from "#server/bff/operations/settle-write.ts";
import { leaseMs } from "#server/bff/runs/run-lease.ts";
import { type Fault, type ModelApi, type ModelRequest, startModelApi } from "#tests/fixtures/api/model-api.ts";
import { lapseLeases, leasedUntil } from "#tests/fixtures/bulk/bulk-leases.ts";
import { beginBulk, stepBulk, untilBulk } from "#tests/fixtures/bulk/killable-bulk.ts";
import { createKillableConsole, type KillableConsole } from "#tests/fixtures/console/processes/killable-console.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { createSharedClock } from "#tests/fixtures/fast-clock.ts";

const allChanged = ({ bulk, rows }: BulkDetail) =>
  bulk.state === "finished" && rows.every(({ state }) => state === "changed");

describe.each(testDialects.map((dialect) => ({ dialect })))("a stopped bulk change on $dialect", ({ dialect }) => {
  let api: ModelApi;
  let console: KillableConsole & { databaseUrl: string };

  // The tests share these processes. Each test leaves a running process for the next test.
  beforeAll(async () => {
    const fastSince = Date.now();
    api = await startModelApi({ now: createSharedClock(fastSince).now });
    console = await createKillableConsole(api.origin, { dialect, fastSince });
    await console.start();
  });

  beforeEach(() => api.forget());

  afterAll(async () => {
    await console.close();
    await api.close();
  });

  const patched = () => api.requests.filter(({ method }) => method === "PATCH").map(({ path }) => path);

  /**
   * Starts the remaining rows. Stops the process during the third row, either before the row is sent or before its
   * answer arrives.
   */
  async function stopAtThird(when: "before it is sent" | "before it is answered", fault?: Fault): Promise<string> {
    const { bulkID, third } = await beginBulk(console, api);
    const stopped = Promise.withResolvers<void>();
    let isStopped = false;
    const matches = ({ method, path, query }: ModelRequest) =>
      when === "before it is answered"
        ? method === "PATCH" && path.includes(third)
        : method === "GET" && patched().length === 2 && path === "/customers" && query.has("searchTerm");
    api.script((request) => {
      if (isStopped || !matches(request)) return undefined;
      isStopped = true;
      console.stop();
      stopped.resolve();
      return fault;
    });
    await stepBulk(console, bulkID, "resume");
    await stopped.promise;
    return bulkID;
  }

  test.each(["before it is sent", "before it is answered"] as const)(
    "a process that stops while it sends a row, %s, continues as one run when it wakes up",
    async (when) => {
      const bulkID = await stopAtThird(when);
      await lapseLeases(console.databaseUrl);
      console.goOn();
      const { rows } = await untilBulk(console, bulkID, allChanged);
      expect(rows.map(({ reason }) => reason)).toEqual(Array(6).fill(undefined));
      expect(patched()).toHaveLength(6);
      expect(new Set(patched()).size).toBe(6);
    },
  );

  test("after a process was killed, its bulk change continues at the end of a short lease", async () => {
    const bulkID = await stopAtThird("before it is answered", { effect: "yes", answer: "hang" });
    const askedAt = Date.now();
    const [until = Number.POSITIVE_INFINITY] = await leasedUntil(console.databaseUrl);
    expect(until - askedAt).toBeLessThanOrEqual(leaseMs);
    expect(leaseMs).toBeLessThanOrEqual(15_000);
    console.kill();
    await console.gone();
    await lapseLeases(console.databaseUrl);
    await console.start();
    const { rows } = await untilBulk(console, bulkID, ({ bulk }) => bulk.state === "finished");
    const [third] = rows.splice(2, 1);
    expect(rows.map(({ state }) => state)).toEqual(Array(5).fill("changed"));
    // The result of the third row may be unknown for some time. The process that takes over the bulk change checks this
    // row.
    if (third?.state !== "changed") expect(third).toMatchObject({ state: "unknown", reason: noAnswerRecorded });
    await untilBulk(console, bulkID, allChanged);
    expect(new Set(patched()).size).toBe(6);
    expect(patched()).toHaveLength(6);
  });

  describe.skipIf(dialect === "sqlite")("a bulk change with another replica", () => {
    test.each(["before it is sent", "before it is answered"] as const)(
      "a run that stalled, %s, sends and marks nothing more after another replica has taken over",
      async (when) => {
        const bulkID = await stopAtThird(when);
        await lapseLeases(console.databaseUrl);
        const other = console.beside();
        onTestFinished(() => other.close());
        await other.start();
        const { rows } = await untilBulk(other, bulkID, ({ bulk }) => bulk.state === "finished");
        const [third] = rows.splice(2, 1);
        expect(rows.map(({ state }) => state)).toEqual(Array(5).fill("changed"));
        // The result of a row that was sent is unknown until the console has read the customer.
        if (third?.state !== "changed") expect([when, third?.state]).toEqual(["before it is answered", "unknown"]);
        expect(patched()).toHaveLength(6);
        console.goOn();
        // The first process continues and gets the answer to its own request. It changes nothing else.
        const after = await untilBulk(console, bulkID, allChanged);
        expect(after.rows.map(({ reason }) => reason)).toEqual(Array(6).fill(undefined));
        expect(patched()).toHaveLength(6);
        expect(new Set(patched()).size).toBe(6);
      },
    );
  });
});
