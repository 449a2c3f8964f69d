import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Clock, systemClock } from "#server/api-client/clock.ts";
import { openStore } from "#server/bff/store/open-store.ts";
import { addStaff } from "#tests/fixtures/console/create-test-bff.ts";
import { startWritingConsole, type WritingConsole } from "#tests/fixtures/console/start-writing-console.ts";
import { startTcpRelay, type TcpRelay } from "#tests/fixtures/database/tcp-relay.ts";
import { createStoreDatabase } from "#tests/fixtures/database/template-databases.ts";
import { type TestDatabase, testDialects } from "#tests/fixtures/database/test-databases.ts";
import { makePlanned } from "#tests/fixtures/planned/new-planned.ts";

/** A clock whose time never changes, but whose timers run. So the pause of an idle worker ends only by a wake-up. */
const stoppedClock = (): Clock => {
  const [nowMs, monotonicMs] = [Date.now(), systemClock.monotonic()];
  return { ...systemClock, now: () => nowMs, monotonic: () => monotonicMs };
};

describe.runIf(testDialects.includes("postgres"))("work that another replica stores on postgres", () => {
  let database: TestDatabase;
  let relay: TcpRelay;
  let replica: WritingConsole;

  beforeEach(async () => {
    database = await createStoreDatabase("console", "postgres");
    await addStaff(database.url, [
      { email: "edith@test.example", role: "editor" },
      { email: "vera@test.example", role: "viewer" },
    ]);
    relay = await startTcpRelay(database.url);
    replica = await startWritingConsole({
      clock: stoppedClock(),
      databaseUrl: relay.through(database.url),
      staff: [],
    });
  });
  afterEach(async () => {
    await replica.close();
    await relay.close();
    await database.drop();
  });

  /** Stores a change that is due now. Then closes the store, as if the replica that planned the change had ended. */
  async function storeDueChange(): Promise<string> {
    const customer = {
      customerID: randomUUID(),
      jobID: randomUUID(),
      environment: "sandbox" as const,
      createdMs: Date.now() - 1_000_000,
      contract: { term: "monthly", plan: "essential" },
      body: { companyName: "Acme" },
    };
    replica.api.customers.push(customer);
    const store = await openStore(database.url, { poolSize: 1 });
    const edith = await store.staff.findByEmail("edith@test.example");
    const { staffID = "", email = "" } = edith ?? {};
    const room = await store.planned.create(
      (nowMs) => makePlanned({ staffID, email }, { atMs: nowMs, customerID: customer.customerID }, nowMs),
      { actor: { kind: "staff", id: staffID }, action: "planned.created" },
    );
    await store.close();
    expect(room.result).toBe("created");
    return customer.customerID;
  }

  const sentFor = (customerID: string) => replica.sent("PATCH").filter(({ path }) => path.includes(customerID)).length;

  test("an idle replica begins work of a replica that has ended", async () => {
    for (let times = 0; times < 3; times += 1) {
      const customerID = await storeDueChange();
      await expect.poll(() => sentFor(customerID)).toBe(1);
    }
  });

  test("a replica whose connections were lost begins the work of that time when it listens again", async () => {
    const first = await storeDueChange();
    await expect.poll(() => sentFor(first)).toBe(1);
    relay.refuse();
    relay.drop();
    const second = await storeDueChange();
    expect(sentFor(second)).toBe(0);
    relay.heal();
    await expect.poll(() => sentFor(second)).toBe(1);
  });
});
