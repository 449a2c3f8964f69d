import { describe, expect, test } from "vitest";
import { dayMs } from "#lib/contract/values/calendar.ts";
import type { WindowLimits } from "#server/bff/known/filling/read-window.ts";
import type { ConsoleStore } from "#server/bff/store/open-store.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { useTestStore } from "#tests/fixtures/database/use-test-store.ts";
import { createStepClock, hourMs, isFilled, type plainRules, startFilling } from "#tests/fixtures/known/filling-run.ts";
import {
  createListedAPI,
  failedCall,
  type ListedCustomer,
  type ListedOptions,
  listedCustomers,
} from "#tests/fixtures/known/listed-api.ts";

const startMs = Date.parse("2026-11-20T12:00:00Z");
/** Small windows, so that a few thousand customers make several. */
const smallWindows: WindowLimits = { closeAfterCalls: 5, maxCalls: 200 };

describe.each(testDialects)("reading all customers on $name", (dialect) => {
  let store: ConsoleStore;
  useTestStore(dialect, (opened) => {
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
    "%i customers are read with the fewest calls and a few more",
    async (count) => {
      const { api, customers, run } = begin(count);
      await run.until(isFilled);
      expect(await known(customers)).toBe(count);
      const fewest = Math.max(1, Math.ceil(count / 100));
      // Each of these small windows may cost one page and one total.
      expect(api.calls.length).toBeLessThanOrEqual(count > 500 ? fewest + 2 * Math.ceil(count / 500) : fewest);
      expect((await windows()).every(({ agrees }) => agrees)).toBe(true);
      expect((await windows()).reduce((sum, one) => sum + one.customers, 0)).toBe(count);
      expect((await store.knownWindows.read("production"))?.total).toBe(count);
    },
  );

  test("every call has the order, deleted customers and an explicit first day", async () => {
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
});
