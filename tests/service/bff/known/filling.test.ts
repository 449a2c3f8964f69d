import { describe, expect, test } from "vitest";
import { hourMs } from "#lib/contract/values/time-units.ts";
import { createFillingReports } from "#server/bff/known/filling/describe-filling.ts";
import type { WindowLimits } from "#server/bff/known/filling/read-window.ts";
import { nothingShown } from "#server/bff/store/known/known-state.ts";
import type { ConsoleStore } from "#server/bff/store/open-store.ts";
import { queryStore } from "#tests/fixtures/database/query-store.ts";
import { ruleDialects, testDialects } from "#tests/fixtures/database/test-databases.ts";
import { useTestStore } from "#tests/fixtures/database/use-test-store.ts";
import { createStepClock, isFilled, type plainRules, startFilling } from "#tests/fixtures/known/filling-run.ts";
import {
  createListedAPI,
  failedCall,
  type ListedCustomer,
  type ListedOptions,
  listedCustomers,
} from "#tests/fixtures/known/listed-api.ts";
import { createRandom } from "#tests/fixtures/random.ts";

const startMs = Date.parse("2026-11-20T12:00:00Z");
const newID = (index: number) => `${index.toString(16).padStart(8, "0")}-2222-4222-8333-444444444444`;

/** Returns totals that are too small by 2 in every second answer. */
function flapping(): NonNullable<ListedOptions["totalOf"]> {
  let answers = 0;
  return (total) => {
    answers += 1;
    return total - 2 * (answers % 2);
  };
}

/** Small windows, so that a few thousand customers fill several windows. */
const smallWindows: WindowLimits = { closeAfterCalls: 5, maxCalls: 200 };

/** APIs that differ from the specification, and whether a reading of their lists is complete nevertheless. */
const oddAPIs: [string, ListedOptions, boolean][] = [
  ["returns at most 40 rows", { cap: 40 }, true],
  [
    "ignores the order",
    { order: (one, other) => (one.customerID.slice(-4) < other.customerID.slice(-4) ? -1 : 1) },
    true,
  ],
  ["lists the newest first", { order: (one, other) => other.createdMs - one.createdMs }, true],
  ["shows no times of creation", { hidesCreation: true }, true],
  ["has days that begin five hours later", { dayOffsetMs: 5 * hourMs }, true],
  ["has days that begin five hours earlier", { dayOffsetMs: -5 * hourMs }, true],
  ["hides deleted customers", { hidesDeleted: true }, true],
  ["ignores the offset", { ignoresOffset: true }, false],
  ["has no total", { totalOf: (_, { offset }, rows) => offset + rows + (rows === 100 ? 1 : 0) }, false],
  ["has a total that is too large", { totalOf: (total) => total + 7 }, false],
  ["has a total that goes up and down", { totalOf: flapping() }, false],
  ["has a total that never ends", { totalOf: () => 1_000_000 }, false],
];

describe.each(testDialects)("reading all customers on %s", (dialect) => {
  let store: ConsoleStore;
  const database = useTestStore(dialect, (opened) => {
    store = opened;
  });

  function begin(
    count: number,
    options: ListedOptions & { perDay?: number; rules?: typeof plainRules; limits?: WindowLimits } = {},
  ) {
    const { perDay, rules, limits = smallWindows, ...listed } = options;
    const clock = createStepClock(startMs);
    const customers = listedCustomers(count, { endMs: startMs - hourMs, ...(perDay && { perDay }) });
    const api = createListedAPI(customers, clock.now, listed);
    const start = (replicaID = "replica") =>
      startFilling({ store, clock, client: api.client, replicaID, limits, ...(rules && { rules }) });
    return { clock, api, customers, start, run: start() };
  }

  const known = async (customers: readonly ListedCustomer[]) =>
    (
      await store.knownCustomers.find(
        "production",
        customers.map(({ customerID }) => customerID),
      )
    ).size;
  const windows = () => store.knownWindows.list("production");

  test.each([0, 1, 99, 100, 101, 1_000, 2_345])(
    "%i customers are read with few more than the minimum number of calls",
    async (count) => {
      const { api, customers, run } = begin(count);
      await run.until(isFilled);
      expect(await known(customers)).toBe(count);
      const fewest = Math.max(1, Math.ceil(count / 100));
      // Each of these small windows may need one additional call for a page and one for a total.
      expect(api.calls.length).toBeLessThanOrEqual(count > 500 ? fewest + 2 * Math.ceil(count / 500) : fewest);
      expect((await windows()).every(({ agrees }) => agrees)).toBe(true);
      expect((await windows()).reduce((sum, one) => sum + one.customers, 0)).toBe(count);
      expect((await store.knownWindows.read("production"))?.total).toBe(count);
    },
  );

  test("every call contains the order, deleted customers and an explicit first day", async () => {
    const { api, run } = begin(1_200);
    await run.until(isFilled);
    for (const query of api.calls) {
      expect(query).toMatchObject({ sort: "created", ascending: true, includeDeleted: true });
      expect(query.datefrom).toMatch(/^\d{4}-\d\d-\d\d$/);
    }
    expect(api.calls[0]).toMatchObject({ datefrom: "1970-01-01", limit: 100, offset: 0 });
    expect(await windows()).toSatisfy((all: { firstDay: string; endDay: string | null }[]) =>
      all.every(({ endDay }, index) => endDay === (all[index + 1]?.firstDay ?? null)),
    );
  });

  test("a customer that is created in the meantime is read too, and shifts no page", async () => {
    const { api, customers, clock, run } = begin(1_234);
    api.state.before = async () => {
      const index = customers.length;
      customers.push({ customerID: newID(index), companyName: `New ${index}`, createdMs: clock.now() });
    };
    await run.until((all) => isFilled(all) || customers.length > 1_400);
    api.state.before = async () => {};
    await run.until(isFilled);
    expect(await known(customers)).toBe(customers.length);
    expect(api.calls.length).toBeLessThanOrEqual(Math.ceil(customers.length / 100) + 8);
  });

  test("a customer that is deleted in the meantime is still read, and leaves no gap", async () => {
    const { api, customers, clock, run } = begin(1_234);
    api.state.before = async ({ offset }) => {
      const deleted = customers[offset];
      if (deleted) deleted.deletedMs = clock.now();
    };
    await run.until(isFilled);
    expect(await known(customers)).toBe(1_234);
    expect((await windows()).every(({ agrees }) => agrees)).toBe(true);
  });

  test("a customer whose reading was left out is read again after a minute, also under another name", async () => {
    const { api, customers, clock, run } = begin(600, { rules: { maxAgeMs: hourMs, callsPerMinute: 30 } });
    await run.until(isFilled);
    const [renamed, same] = [customers[7], customers[400]] as [ListedCustomer, ListedCustomer];
    const answeredAt = clock.now();
    for (const { customerID, companyName } of [renamed, same]) {
      const since = { sentAt: answeredAt - 200, answeredAt };
      const plans = ["essential", "professional"].map((plan) => ({ ...nothingShown, companyName, plan }));
      const states = plans.map((state) => ({ state, since, until: since }));
      // Two answers at the same time show different plans, so nobody knows which was first. The store drops the second
      // plan.
      expect((await store.knownCustomers.record("production", [{ customerID, states }])).dropped).toHaveLength(1);
    }
    const nameOf = async ({ customerID }: ListedCustomer) =>
      (await store.knownCustomers.find("production", [customerID])).get(customerID)?.companyName;
    renamed.companyName = "Another name";
    const before = api.calls.length;
    await run.during(59_000);
    expect(await nameOf(renamed)).toBe("Company 7");
    await run.during(60_000);
    expect(await nameOf(renamed)).toBe("Another name");
    expect(await store.knownWindows.leftOut("production")).toBeNull();
    const searches = api.calls.slice(before).filter(({ dateto }) => dateto !== undefined);
    expect(searches.map(({ searchTerm }) => searchTerm)).toEqual(["Company 7", undefined, "Company 400"]);
    await run.during(hourMs);
    expect((await windows()).every(({ agrees, missing }) => agrees && missing === 0)).toBe(true);
  });

  test("a customer whose reading was left out and that the API does not return any more is not read again and again", async () => {
    const { api, customers, clock, run } = begin(230);
    await run.until(isFilled);
    const [{ customerID, companyName }] = customers.splice(7, 1) as [ListedCustomer];
    const since = { sentAt: clock.now() - 200, answeredAt: clock.now() };
    const plans = ["essential", "professional"].map((plan) => ({ ...nothingShown, companyName, plan }));
    await store.knownCustomers.record("production", [
      { customerID, states: plans.map((state) => ({ state, since, until: since })) },
    ]);
    const before = api.calls.length;
    await run.during(10 * 60_000);
    expect(api.calls.slice(before).filter(({ dateto }) => dateto !== undefined)).toHaveLength(2);
  });

  test("no customer is left out where the API removes others between two pages", async () => {
    const { api, customers, run } = begin(1_234);
    let removed = 0;
    api.state.before = async ({ offset }) => {
      if (offset < 200 || removed >= 8) return;
      removed += 1;
      customers.splice(removed * 3, 1);
    };
    await run.until(isFilled);
    expect(removed).toBeGreaterThan(3);
    expect(await known(customers)).toBe(customers.length);
    expect(api.calls.length).toBeLessThan(60);
  });

  test("a window whose number of customers does not match is read again, at most twice", async () => {
    let extra = 3;
    const { api, run } = begin(850, {
      totalOf: (total) => total + extra,
      rules: { maxAgeMs: hourMs, callsPerMinute: 30 },
    });
    await run.until(isFilled);
    expect((await windows()).map(({ agrees }) => agrees)).toContain(false);
    const readings = api.calls.filter(
      ({ offset, limit, datefrom }) => offset === 0 && limit === 100 && datefrom === "1970-01-01",
    );
    expect(readings.length).toBeLessThanOrEqual(3);
    // The next rotation finds that the window agrees again.
    extra = 0;
    await run.until((all) => all.every(({ agrees }) => agrees));
  });

  test.each(ruleDialects.includes(dialect) ? oddAPIs : oddAPIs.slice(0, 1))(
    "reading an API that %s comes to an end",
    async (_, options, isComplete) => {
      const { api, customers, run } = begin(850, options);
      await run.until(isFilled);
      const reachable = options.ignoresOffset ? 100 : 850;
      expect(await known(customers)).toBeGreaterThanOrEqual(reachable);
      expect(api.calls.length).toBeLessThan(150);
      if (isComplete) expect((await windows()).every(({ agrees }) => agrees)).toBe(true);
    },
  );

  test("a list that never ends is read up to a limit and counts as incomplete", async () => {
    const { api, customers, run, clock } = begin(100, { limits: { closeAfterCalls: 5, maxCalls: 20 } });
    api.state.before = async () => {
      for (let index = customers.length, end = index + 200; index < end; index += 1) {
        customers.push({ customerID: newID(index), companyName: `New ${index}`, createdMs: clock.now() - hourMs });
      }
    };
    await run.until(isFilled);
    expect((await windows()).map(({ agrees }) => agrees)).toContain(false);
    expect(api.calls.length).toBeLessThan(100);
  });

  test("after a kill at any point no customer is lost, and at most the call in progress is repeated", async () => {
    const seed = Number(process.env.TEST_SEED ?? 1);
    const random = createRandom(seed);
    const { api, customers, clock } = begin(1_850);
    const keyOf = (query: object) => JSON.stringify(query);
    let kills = 0;
    for (let place = 0; ; place += 1) {
      const run = startFilling({
        store,
        clock,
        client: api.client,
        replicaID: `replica ${place}`,
        limits: smallWindows,
      });
      if (place > 0 && dialect === "postgres")
        await queryStore(database.url, `update "knownFilling" set "leaseUntil" = 0`);
      const hook = (["before", "after"] as const)[Math.floor(random() * 2)] ?? "before";
      const killAt = api.calls.length + 1 + Math.floor(random() * 3);
      const dies = place < 12;
      api.state.before = api.state.after = async () => {};
      let isDead = false;
      if (dies) {
        api.state[hook] = async () => {
          if (api.calls.length < killAt) return;
          isDead = true;
          run.kill();
          throw new Error("killed");
        };
      }
      await run.until((all) => isDead || isFilled(all));
      if (!isDead) break;
      kills += 1;
    }
    expect(kills, `seed ${seed}`).toBe(12);
    expect(await known(customers), `seed ${seed}`).toBe(1_850);
    const repeated = api.calls.length - new Set(api.calls.map(keyOf)).size;
    expect(repeated, `seed ${seed}`).toBeLessThanOrEqual(kills);
    expect(
      (await windows()).every(({ agrees }) => agrees),
      `seed ${seed}`,
    ).toBe(true);
  });

  test("no call is made while the API is paused, is down or refuses the key, or while people wait", async () => {
    const { api, run, clock } = begin(500);
    await run.during(5_000);
    const before = api.calls.length;
    expect(before).toBeGreaterThan(0);
    for (const availability of ["paused", "down", "probing", "key_refused"] as const) {
      api.state.availability = availability;
      await run.during(10_000);
      expect(api.calls.length).toBe(before);
      expect((await store.knownWindows.read("production"))?.pausedAt).not.toBeNull();
    }
    api.state.availability = "available";
    api.state.waiting = 3;
    await run.during(10_000);
    expect(api.calls.length).toBe(before);
    api.state.waiting = 0;
    await run.until(isFilled);
    expect((await store.knownWindows.read("production"))?.pausedAt).toBeNull();
    expect(clock.now()).toBeGreaterThan(startMs);
  });

  test("repeated failures are logged once, and the pause between two attempts grows", async () => {
    const { api, run } = begin(500);
    await run.during(3_000);
    const before = api.calls.length;
    api.state.before = async () => {
      throw failedCall();
    };
    await run.during(30 * 60_000);
    expect(api.calls.length - before).toBeLessThan(12);
    expect(run.logLines.filter((line) => line.includes("could not be read"))).toHaveLength(1);
    api.state.before = async () => {};
    await run.until(isFilled);
  });

  test("a page that cannot be read is skipped, and its window counts as incomplete", async () => {
    const { api, customers, run } = begin(500);
    api.state.before = async ({ offset, limit }) => {
      if (offset <= 250 && offset + limit > 250) throw failedCall();
    };
    await run.until(isFilled);
    expect(await known(customers)).toBe(400);
    expect((await windows()).map(({ agrees }) => agrees)).toEqual([false]);
  });

  test("all customers are read again within the maximum age, at regular intervals", async () => {
    const rules = { maxAgeMs: hourMs, callsPerMinute: 30 };
    const { api, run, clock } = begin(1_850, { rules });
    const times: number[] = [];
    api.state.before = async () => void times.push(clock.now());
    await run.until(isFilled);
    const filledMs = clock.now();
    for (let quarter = 0; quarter < 10; quarter += 1) {
      await run.during(hourMs / 4);
      const [row] = await queryStore(database.url, 'select min("seenAt") as "oldest" from "knownCustomers"');
      expect(clock.now() - Number(row?.oldest)).toBeLessThanOrEqual(rules.maxAgeMs);
    }
    const later = times.filter((atMs) => atMs > filledMs);
    const perMinute = later.map((atMs) => later.filter((one) => one >= atMs && one < atMs + 60_000).length);
    // In 51 minutes, the console reads the newest customers once a minute, and 19 pages or a few more.
    expect(Math.max(...perMinute)).toBeLessThanOrEqual(4);
    expect(
      Math.max(...times.map((atMs) => times.filter((one) => one >= atMs && one < atMs + 60_000).length)),
    ).toBeLessThanOrEqual(30);
  });

  test("new customers are read within a minute, also more than one page of them", async () => {
    const { customers, run, clock } = begin(300);
    await run.until(isFilled);
    for (let index = 300; index < 620; index += 1) {
      customers.push({ customerID: newID(index), companyName: `New ${index}`, createdMs: clock.now() });
    }
    await run.during(80_000);
    expect(await known(customers)).toBe(620);
    expect((await store.knownWindows.read("production"))?.total).toBe(620);
  });

  test("a customer that an exact search does not return is missing, until an answer shows it again", async () => {
    const { customers, run } = begin(1_200, { rules: { maxAgeMs: hourMs, callsPerMinute: 60 } });
    await run.until(isFilled);
    const missing = async () =>
      (
        await queryStore(
          database.url,
          'select "companyName" as "name" from "knownCustomers" where "missingAt" is not null',
        )
      )
        .map(({ name }) => String(name))
        .sort();
    expect(await missing()).toEqual([]);
    const gone = [customers[3], customers[700]].filter((one) => one !== undefined);
    for (const one of gone) customers.splice(customers.indexOf(one), 1);
    await run.during(1.5 * hourMs);
    expect(await missing()).toEqual(["Company 3", "Company 700"]);
    const report = await createFillingReports(
      { clock: createStepClock(startMs), clients: new Map([["production", {}]]) as never, store },
      true,
    ).list();
    expect(report).toMatchObject([{ known: 1_198, total: 1_198 }]);
    customers.push(...gone);
    await run.during(1.5 * hourMs);
    expect(await missing()).toEqual([]);
  });

  test("customers near midnight are not missing if the API's days begin at another hour", async () => {
    const { run } = begin(1_200, { dayOffsetMs: 5 * hourMs, rules: { maxAgeMs: hourMs, callsPerMinute: 60 } });
    await run.until(isFilled);
    await run.during(1.5 * hourMs);
    const rows = await queryStore(
      database.url,
      'select count(*) as "count" from "knownCustomers" where "missingAt" is not null',
    );
    expect(Number(rows[0]?.count)).toBe(0);
  });

  test("customers that the store cannot keep leave no gap", async () => {
    const { customers, run } = begin(450);
    for (const index of [5, 140, 449])
      customers[index] = { ...(customers[index] as ListedCustomer), companyName: "x\0y" };
    await run.until(isFilled);
    expect(await known(customers)).toBe(447);
    expect(await windows()).toMatchObject([{ agrees: true, customers: 450 }]);
  });

  test.runIf(dialect === "postgres")(
    "one of two replicas reads customers, and the other one continues at the point where it stopped",
    async () => {
      const { api, customers, start, run } = begin(900);
      const other = start("other");
      for (let step = 0; step < 4; step += 1) {
        await run.during(2_000);
        expect(await other.step()).toBeGreaterThan(0);
      }
      const before = api.calls.length;
      expect(before).toBeGreaterThan(2);
      await run.release();
      await other.until(isFilled);
      expect(await known(customers)).toBe(900);
      expect(new Set(api.calls.map((query) => JSON.stringify(query))).size).toBe(api.calls.length);
    },
  );

  test.runIf(dialect === "postgres")("a replica whose lease was taken over stores nothing more", async () => {
    const { api, run, start } = begin(900);
    await run.during(3_000);
    const progress = await windows();
    api.state.after = async () => {
      api.state.after = async () => {};
      await queryStore(database.url, `update "knownFilling" set "leaseUntil" = 0`);
      await store.knownWindows.take("production", "other", 60_000);
    };
    await run.during(4_000);
    expect(await windows()).toEqual(progress);
    expect(run.logLines).toEqual([]);
    await store.knownWindows.release("production", "other");
    await start("third").until(isFilled);
  });
});
