import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { BulkRow } from "#lib/contract/operations/bulk.ts";
import { type BulkConsole, startBulkConsole } from "#tests/fixtures/bulk/bulk-console.ts";
import { disableStaff } from "#tests/fixtures/console/disable-staff.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { createFastClock } from "#tests/fixtures/fast-clock.ts";

let bulkConsole: BulkConsole;

/** Each test has its own console, because an open circuit breaker or a pause would affect the next test. */
beforeEach(async () => {
  bulkConsole = await startBulkConsole({ clock: createFastClock(20) });
});

afterEach(() => bulkConsole.close());

const ids = (customers: readonly { customerID: string }[]) => customers.map(({ customerID }) => customerID);
const states = (rows: readonly BulkRow[]) => rows.map(({ state }) => state);

test("a row whose answer was lost is unknown, is not sent again, and follows its operation", async () => {
  const customers = bulkConsole.addCustomers(3);
  const { bulkID } = await bulkConsole.checked(ids(customers));
  const lost = customers[1]?.customerID ?? "";
  let isBlind = true;
  bulkConsole.api.script(({ method, path, query }) => {
    if (method === "PATCH" && path.includes(lost)) {
      return { effect: "yes", answer: "reset" };
    }
    const looksForIt = method === "GET" && `${query}`.includes("Acme+1");
    return isBlind && looksForIt && bulkConsole.sent("PATCH").some((sent) => sent.path.includes(lost))
      ? { effect: "no", answer: { status: 404 } }
      : undefined;
  });
  const { rows } = await bulkConsole.ran(bulkID);
  expect(states(rows)).toEqual(["changed", "unknown", "changed"]);
  isBlind = false;
  const after = await bulkConsole.untilIt(bulkID, (one) => one.rows[1]?.state !== "unknown");
  expect(after.rows[1]).toMatchObject({ state: "changed", after: { plan: "professional" } });
  expect(bulkConsole.sent("PATCH").filter(({ path }) => path.includes(lost))).toHaveLength(1);
});

test("while requests are paused, a row waits instead of failing", async () => {
  const customers = bulkConsole.addCustomers(12);
  const { bulkID } = await bulkConsole.checked(ids(customers));
  await bulkConsole.step(bulkID, "resume");
  await bulkConsole.until(bulkID, "first-done");
  const answer = { status: 429, headers: { "retry-after": "600" } };
  bulkConsole.api.script(({ method }) => (method === "PATCH" ? { effect: "no", answer } : undefined));
  await bulkConsole.step(bulkID, "resume");
  const { bulk } = await bulkConsole.until(bulkID, "paused");
  expect(bulk.reason).toMatchObject({ code: "upstream_rate_limited", retryAt: expect.any(String) });
  expect(bulk.counts.ready).toBeGreaterThanOrEqual(10);
});

// These tests need a second process on the same store. SQLite does not allow this.
describe.skipIf(!testDialects.includes("postgres"))("a running bulk change", () => {
  test("a disabled person's bulk change stops, and another person continues it under their own name", async () => {
    const staff = [
      { email: "edith@test.example", role: "editor" as const },
      { email: "vera@test.example", role: "viewer" as const },
      { email: "anna@test.example", role: "administrator" as const },
    ];
    const own = await startBulkConsole({ clock: createFastClock(5), dialect: "postgres", staff });
    const customers = own.addCustomers(4);
    const { bulkID } = await own.checked(ids(customers));
    await own.step(bulkID, "resume");
    await own.until(bulkID, "first-done");
    let disabling: Promise<void> | undefined;
    let isDisabled = false;
    own.api.script(({ method }) => {
      if (method !== "GET" || own.sent("PATCH").length < 2 || isDisabled) return undefined;
      disabling ??= disableStaff(own.console.databaseUrl, "edith@test.example").then(() => {
        isDisabled = true;
      });
      // Reads hang until the person is disabled. So the next row's contract is read only after this event.
      return { effect: "no", answer: "hang" };
    });
    await own.step(bulkID, "resume");
    const { bulk } = await own.untilIt(bulkID, (one) => one.bulk.state === "paused" || one.bulk.state === "finished");
    await disabling;
    expect(bulk).toMatchObject({ state: "paused", reason: { code: "forbidden" } });
    expect(bulk.counts).toMatchObject({ changed: 2, ready: 2 });
    const anna = await own.console.signIn("anna@test.example");
    expect((await own.step(bulkID, "resume", undefined, anna)).status).toBe(200);
    const finished = await own.until(bulkID, "finished");
    expect(finished.bulk).toMatchObject({ runBy: { email: "anna@test.example" }, counts: { changed: 4 } });
    await own.close();
  });
});
