import { expect, test } from "vitest";
import type { Customer } from "#lib/contract/customers/customer.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import { createKnownCustomers } from "#server/bff/known/known-customers.ts";
import type { KnownCustomer, SeenCustomer } from "#server/bff/store/known/known-customers.ts";

const customer = (customerID: string, companyName = "Acme", created?: string): Customer => ({
  customerID,
  companyName,
  ...(created === undefined ? {} : { created }),
  deleted: false,
  contract: {},
  adminUser: {},
});

const readingAt = (minute: number) => {
  const atMs = Date.UTC(2026, 10, 20, 12, minute);
  return { sentMs: atMs - 20, atMs };
};

const newestName = ({ states }: SeenCustomer) => states.at(-1)?.state.companyName;

/** Creates known customers with a store that can fail. The store only records the batches that it gets. */
function setUp({ kept = 20_000 } = {}) {
  const batches: SeenCustomer[][] = [];
  const stored = new Map<string, KnownCustomer>();
  const dropped: string[] = [];
  const failing = { on: false };
  const known = createKnownCustomers("production", {
    kept,
    store: {
      knownCustomers: {
        async record(_, customers) {
          if (failing.on) throw new Error("The store is down");
          batches.push([...customers]);
          for (const { customerID, states } of customers) {
            const { companyName = "", created } = states.at(-1)?.state ?? {};
            stored.set(idKey(customerID), { customerID, companyName, created });
          }
          return { dropped: dropped.splice(0), missed: [] };
        },
        recordNames: async () => {},
        history: async () => [],
        erase: async () => {},
        erasedAt: async () => null,
        async find(_, ids) {
          return new Map(ids.flatMap((id) => [...stored].filter(([key]) => key === idKey(id))));
        },
        likeID: async () => [],
        removeEnded: async () => 0,
        removeStates: async () => 0,
      },
    },
  });
  const note = (customers: readonly Customer[], minute = 0) => known.note(customers, readingAt(minute));
  return { known, note, batches, dropped, failing, stored };
}

test("only the latest answer counts, and only the data that a search needs are stored", async () => {
  const { known, note } = setUp();
  note([customer("c1", "Old name"), customer("c2", "Other")]);
  note([customer("c1", "New name", "2026-11-20T12:00:00.000Z")], 1);
  note([customer("c1", "Older name")], 0);
  expect(await known.find("c1")).toMatchObject({ companyName: "New name", created: "2026-11-20T12:00:00.000Z" });
  expect(await known.find("c2")).toMatchObject({ companyName: "Other", created: undefined });
  expect(await known.find("c3")).toBeUndefined();
});

test("UUIDs are the same in upper and lower case, and other IDs are not", async () => {
  const { known, note } = setUp();
  note([customer("0B0E7F3E-1111-4222-8333-444444444444"), customer("ABC")]);
  expect(await known.find("0b0e7f3e-1111-4222-8333-444444444444")).toBeDefined();
  expect(await known.find("ABC")).toBeDefined();
  expect(await known.find("abc")).toBeUndefined();
});

test("an unchanged customer is stored once in ten minutes, and a renamed customer at once", async () => {
  const { known, note, batches } = setUp();
  const list = [customer("c1"), customer("c2")];
  for (const minute of [0, 1, 9]) {
    note(list, minute);
    note([...list], minute);
    await known.flush();
  }
  expect(batches.map((batch) => batch.length)).toEqual([2]);
  note([customer("c1"), customer("c2", "Renamed")], 9);
  await known.flush();
  expect(batches[1]?.map(newestName)).toEqual(["Renamed"]);
  note(list, 10);
  await known.flush();
  expect(batches).toHaveLength(3);
});

test.each([
  ["a name with NUL", customer("c2", "Ac\0me")],
  ["a name with half a surrogate pair", customer("c2", "Acme \ud83d")],
  ["an endless name", customer("c2", "x".repeat(1_001))],
  ["an endless ID", customer("x".repeat(201))],
])("a customer with %s does not prevent storing other customers", async (_what, odd) => {
  const { known, note, batches } = setUp();
  note([customer("c1"), odd, customer("c3")]);
  await known.flush();
  expect(batches.flat().map(({ customerID }) => customerID)).toEqual(["c1", "c3"]);
  expect(await known.find(odd.customerID)).toBeUndefined();
});

test("a flush stores the customers that have waited longest, at most 200", async () => {
  const { known, note, batches } = setUp();
  note(Array.from({ length: 501 }, (_, index) => customer(`c${index}`)));
  await known.flush();
  expect(batches.map((batch) => [batch.length, batch[0]?.customerID])).toEqual([[200, "c0"]]);
  expect(await known.findShort({ head: "c50" }, 10)).toEqual(["c500"]);
  await known.flushAll();
  expect(batches.map((batch) => [batch.length, batch[0]?.customerID])).toEqual([
    [200, "c0"],
    [200, "c200"],
    [101, "c400"],
  ]);
});

test("customers are found in the store, and among the customers that wait to be stored", async () => {
  const { known, note, stored } = setUp({ kept: 3 });
  note([customer("c1"), customer("c2"), customer("c3")]);
  await known.flush();
  note([customer("c4"), customer("c5"), customer("c6")], 1);
  expect(await known.find("c1")).toMatchObject({ companyName: "Acme" });
  expect([...(await known.findAll(["c1", "c6", "c8"])).keys()].toSorted()).toEqual(["c1", "c6"]);
  stored.set("c1", { customerID: "c1", companyName: "Renamed", created: undefined });
  stored.delete("c2");
  expect((await known.find("c1"))?.companyName).toBe("Renamed");
  expect(await known.find("c2")).toBeUndefined();
});

test("after a failure of the store, customers wait and are stored later, each with its newest state", async () => {
  const { known, note, batches, failing } = setUp();
  failing.on = true;
  note([customer("c1"), customer("c2")]);
  await expect(known.flush()).rejects.toThrow("The store is down");
  note([customer("c1", "Renamed")], 1);
  failing.on = false;
  await known.flush();
  expect(batches.flat().map(newestName)).toEqual(["Renamed", "Acme"]);
});

test("a state that was dropped is stored with the next answer, even if nothing has changed", async () => {
  const { known, note, batches, dropped } = setUp();
  dropped.push("c1");
  note([customer("c1"), customer("c2")]);
  await known.flush();
  note([customer("c1"), customer("c2")], 1);
  await known.flush();
  expect(batches.map((batch) => batch.map(({ customerID }) => customerID))).toEqual([["c1", "c2"], ["c1"]]);
});

test("two states that were seen before a flush are both stored, in order of time", async () => {
  const { known, note, batches } = setUp();
  note([customer("c1", "Old")]);
  note([customer("c1", "New")], 1);
  await known.flush();
  expect(batches.flat().flatMap(({ states }) => states.map(({ state }) => state.companyName))).toEqual(["Old", "New"]);
});

test("a customer that exceeds the limit is stored when an answer shows it again", async () => {
  const { known, note, batches } = setUp();
  const many = Array.from({ length: 10_001 }, (_, index) => customer(`c${index}`));
  note(many);
  await known.flushAll();
  expect(batches.flat()).toHaveLength(10_000);
  note([...many], 1);
  await known.flushAll();
  expect(batches.at(-1)?.map(({ customerID }) => customerID)).toEqual(["c10000"]);
});
