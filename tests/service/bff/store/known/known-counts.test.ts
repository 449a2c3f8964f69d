import { describe, expect, test } from "vitest";
import { type KnownState, nothingShown } from "#server/bff/store/known/known-state.ts";
import type { ConsoleStore } from "#server/bff/store/open-store.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { useTestStore } from "#tests/fixtures/database/use-test-store.ts";

const times = { sentAt: 1, answeredAt: 1 };

const seen = (customerID: string, state: Partial<KnownState>) => ({
  customerID,
  states: [{ state: { ...nothingShown, companyName: customerID, ...state }, since: times, until: times }],
});

describe.each(testDialects)("counts of known customers on %s", (dialect) => {
  let store: ConsoleStore;
  useTestStore(dialect, (opened) => {
    store = opened;
  });

  test("the counts contain active customers by plan and term, in batches of any size", async () => {
    const many = Array.from({ length: 2_001 }, (_, index) =>
      seen(`c${index}`, { plan: index % 2 === 0 ? "essential" : "professional", term: "monthly", usersCount: 2 }),
    );
    await store.knownCustomers.record("production", [
      ...many,
      seen("unknown", {}),
      seen("gone", { plan: "essential", deleted: true }),
    ]);
    await store.knownCustomers.record("sandbox", [seen("other", { plan: "essential" })]);
    const counts = await store.knownCounts.count("production");
    expect(counts.toSorted((a, b) => b.customers - a.customers)).toEqual([
      { plan: "essential", term: "monthly", customers: 1_001, users: 2_002, withUsers: 1_001 },
      { plan: "professional", term: "monthly", customers: 1_000, users: 2_000, withUsers: 1_000 },
      { plan: "", term: "", customers: 1, users: 0, withUsers: 0 },
    ]);
  });

  test("counts are stored by day, and the last day of a week represents the week", async () => {
    const counts = [{ plan: "essential", term: "monthly", customers: 5, users: 9, withUsers: 4 }];
    const ofDay = (day: string, countedAt: number) => ({ day, known: 6, total: 7, countedAt, counts });
    // A Tuesday and a Sunday of the same week, and a Monday two weeks later.
    for (const [day, atMs] of [
      ["2026-11-03", 1],
      ["2026-11-08", 2],
      ["2026-11-08", 3],
      ["2026-11-16", 4],
    ] as const)
      await store.knownCounts.store("production", ofDay(day, atMs));
    await store.knownCounts.store("sandbox", { ...ofDay("2026-11-16", 5), counts: [] });
    expect(await store.knownCounts.weeks("production", "2026-11-02")).toEqual([
      ofDay("2026-11-08", 3),
      ofDay("2026-11-16", 4),
    ]);
    expect(await store.knownCounts.weeks("sandbox", "2026-11-02")).toMatchObject([{ counts: [{ customers: 0 }] }]);
    expect(await store.knownCounts.countedAt("production", "2026-11-08")).toBe(3);
    expect(await store.knownCounts.removeBefore("2026-11-08")).toBe(1);
  });
});
