import { describe, expect, test } from "vitest";
import { keptAfterSeenMs } from "#server/bff/store/known/known-customers.ts";
import type { KnownState } from "#server/bff/store/known/known-state.ts";
import type { ConsoleStore } from "#server/bff/store/open-store.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { useTestStore } from "#tests/fixtures/database/use-test-store.ts";

const uuid = (start: string) => `${start}-1111-4222-8333-444444444444`;

const noState = { plan: undefined, term: undefined, email: undefined, usersCount: undefined, deletedAt: undefined };

/** A customer as in an answer that was requested and received at the time `at`. */
const seen = (customerID: string, companyName: string, at: number, created?: string) => {
  const times = { sentAt: at, answeredAt: at };
  const state = { ...noState, companyName, created, deleted: false };
  return { customerID, states: [{ state, since: times, until: times }] };
};

/**
 * Stores customers. If another replica inserted some of them in the meantime, stores these customers again, until none
 * is left.
 */
async function recordAll(store: ConsoleStore["knownCustomers"], customers: readonly ReturnType<typeof seen>[]) {
  for (let left = customers; left.length > 0; ) {
    const { missed } = await store.record("production", left);
    left = left.filter(({ customerID }) => missed.includes(customerID));
  }
}

describe.each(testDialects)("known customers on $name", (dialect) => {
  let store: ConsoleStore["knownCustomers"];
  let opened: ConsoleStore;
  useTestStore(dialect, (one) => {
    opened = one;
    store = one.knownCustomers;
  });
  const names = async (...ids: string[]) => {
    const found = await store.find("production", ids);
    return Object.fromEntries([...found].map(([key, { companyName }]) => [key, companyName]));
  };

  test("the newest answer about each customer is kept, whichever answer is stored first", async () => {
    await store.record("production", [
      seen("c1", "Ärzte '☎️' \"& Söhne", 2, "2026-11-20T12:00:00Z"),
      seen("c2", "Two", 1),
    ]);
    await store.record("production", [seen("c1", "Older", 1), seen("c2", "Renamed", 3)]);
    expect(await store.find("production", ["c1", "c2", "c3"])).toEqual(
      new Map([
        ["c1", { customerID: "c1", companyName: "Ärzte '☎️' \"& Söhne", created: "2026-11-20T12:00:00Z" }],
        ["c2", { customerID: "c2", companyName: "Renamed", created: undefined }],
      ]),
    );
    expect(await store.find("sandbox", ["c1", "c2"])).toEqual(new Map());
  });

  test("an erased customer is not stored again, whether an answer shows its state or only its name", async () => {
    await store.recordNames("production", [seen("c1", "One", 1), seen("c2", "Two", 1)]);
    const event = { actor: { kind: "console" }, action: "customer.erased", outcome: "done" } as const;
    await store.erase("production", "c1", event, 2);
    await store.recordNames("production", [seen("c1", "One", 3), seen("c2", "Renamed", 3)]);
    expect(await names("c1", "c2")).toEqual({ c2: "Renamed" });
    await store.record("production", [seen("c1", "One", 4)]);
    expect(await names("c1", "c2")).toEqual({ c2: "Renamed" });
  });

  test("known customers whose reading was left out are read again, until a reading a minute later shows all members", async () => {
    const leftOut = async () => (await opened.knownWindows.leftOut("production"))?.leftOutAt ?? null;
    const reading = (answeredAt: number, members: Partial<KnownState>) => {
      const times = { sentAt: answeredAt - 100, answeredAt };
      const state = { ...noState, companyName: "One", created: undefined, deleted: false, ...members };
      return { customerID: "c1", states: [{ state, since: times, until: times }] };
    };
    const record = (at: number, members: Partial<KnownState>) => store.record("production", [reading(at, members)]);
    const minuteMs = 60_000;
    await record(1_000, { plan: "essential", email: "a@one.example" });
    expect(await leftOut()).toBeNull();
    // Another answer of the same time shows another plan, so nobody knows which was first. The store drops the second
    // plan.
    expect((await record(1_000, { plan: "enterprise", email: "a@one.example" })).dropped).toEqual(["c1"]);
    expect(await leftOut()).toBe(1_000);
    await record(30_000, { plan: "essential", email: "a@one.example" });
    expect(await leftOut()).toBe(1_000);
    await record(2 * minuteMs, { plan: "essential" });
    expect(await leftOut()).toBe(1_000);
    await record(3 * minuteMs, { plan: "essential", email: "a@one.example" });
    expect(await leftOut()).toBeNull();
  });

  test("known customers whose UUIDs differ only in letter case are one customer, and with other IDs they are two", async () => {
    await store.record("production", [
      seen(uuid("0B0E7F3E"), "Upper", 1),
      seen("ABC", "Capitals", 1),
      seen("abc", "Small", 1),
    ]);
    await store.record("production", [seen(uuid("0b0e7f3e"), "Lower", 2)]);
    expect(await names(uuid("0B0E7F3E"), "ABC", "abc")).toEqual({
      [uuid("0b0e7f3e")]: "Lower",
      ABC: "Capitals",
      abc: "Small",
    });
  });

  test("known customers are found by the beginning and the end of their ID", async () => {
    const ids = ["3f2b8c1d", "3f2b8c1e", "3f2b9c1d"].map(uuid);
    await store.record(
      "production",
      ids.map((id) => seen(id, "Acme", 1)),
    );
    const like = (head: string, tail?: string, limit = 10) =>
      store.likeID("production", { head, ...(tail !== undefined && { tail }) }, limit);
    expect(await like("3f2b8c1d")).toEqual([ids[0]]);
    expect(await like("3f2b8")).toEqual([ids[0], ids[1]]);
    expect(await like("3f2b8", "4444")).toEqual([ids[0], ids[1]]);
    expect(await like("3f2b8", "4445")).toEqual([]);
    expect(await like("3f2b", undefined, 2)).toHaveLength(2);
  });

  test("known customers can be searched with any text that an API may send as an ID", async () => {
    expect(await names("a\0b", "a\ud83d", "x".repeat(10_000))).toEqual({});
  });

  test("known customers are removed a day after the last answer that showed them, even thousands of them", async () => {
    const many = Array.from({ length: 2_500 }, (_, index) => seen(`old${index}`, "Old", 1));
    await store.record("production", many);
    await store.record("production", [seen("young", "Young", 2)]);
    expect(await store.removeStates(keptAfterSeenMs)).toBe(0);
    expect(await store.removeStates(keptAfterSeenMs + 1)).toBe(2_500);
    expect(await names("old0", "old2499", "young")).toEqual({ young: "Young" });
  });

  test("several replicas can record known customers at once, in any order", async () => {
    const batches = Array.from({ length: 8 }, (_, replica) =>
      Array.from({ length: 300 }, (_, index) => seen(`c${(replica * 61 + index * 7) % 500}`, `${replica}`, replica)),
    );
    await Promise.all(batches.map((batch) => recordAll(store, batch)));
    const newest = new Map(batches.flat().map(({ customerID, states }) => [customerID, states[0]?.state.companyName]));
    expect(await names(...newest.keys())).toEqual(Object.fromEntries(newest));
    for (const customerID of ["c0", "c61", "c427"]) {
      const shown = batches.flatMap((batch, replica) =>
        batch.some((one) => one.customerID === customerID) ? replica : [],
      );
      const history = await store.history("production", customerID);
      expect(history.map(({ state }) => state.companyName)).toEqual(shown.map(String));
    }
  });
});
