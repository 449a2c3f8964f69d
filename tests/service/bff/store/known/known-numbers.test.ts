import { describe, expect, test } from "vitest";
import type { ConsoleStore } from "#server/bff/store/open-store.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { useTestStore } from "#tests/fixtures/database/use-test-store.ts";

/** A number as in an answer that was requested and received at the time `at`. */
const seen = (number: string, customerID: string | undefined, at: number, row = 0) => ({
  number,
  customerID,
  row,
  times: { sentAt: at, answeredAt: at },
});

describe.each(testDialects)("known numbers on $name", (dialect) => {
  let store: ConsoleStore["knownNumbers"];
  let customers: ConsoleStore["knownCustomers"];
  useTestStore(dialect, (opened) => {
    store = opened.knownNumbers;
    customers = opened.knownCustomers;
  });

  test("a known number keeps the customer of the newest answer, whichever answer is stored first", async () => {
    await store.record("production", [seen("+44 20 7946 0123", "c1", 5, 7), seen("+44 20 7946 0124", undefined, 5, 8)]);
    await store.record("production", [seen("+44 20 7946 0123", "c2", 9, 3)]);
    await store.record("production", [seen("+44 20 7946 0123", "c3", 8)]);
    expect(await store.findByEnd("production", "79460123", 10)).toEqual([
      { number: "+44 20 7946 0123", customerID: "c2", row: 3, since: 9, seenAt: 9 },
    ]);
    expect(await store.ofCustomer("production", "c1", 10)).toEqual([]);
    expect(await store.ofCustomer("production", "c2", 10)).toHaveLength(1);
    expect(await store.findByEnd("sandbox", "79460123", 10)).toEqual([]);
  });

  test("known numbers are found only by their last digits, the latest first", async () => {
    await store.record("production", [
      seen("+442079460123", "c1", 5),
      seen("030 4460123", "c2", 6),
      seen("x", "c3", 7),
    ]);
    const found = async (digits: string) =>
      (await store.findByEnd("production", digits, 10)).map(({ number }) => number);
    expect(await found("60123")).toEqual(["030 4460123", "+442079460123"]);
    expect(await found("9460123")).toEqual(["+442079460123"]);
    expect(await found("")).toEqual([]);
  });

  test("a number that is seen again with the same customer keeps the start of its interval", async () => {
    await store.record("production", [seen("123", "c1", 5)]);
    await store.record("production", [seen("123", "c1", 50)]);
    expect(await store.findByEnd("production", "123", 10)).toMatchObject([{ since: 5, seenAt: 50 }]);
  });

  test("a page of an environment contains its numbers in order, and their total", async () => {
    await store.record("production", [seen("3", "c1", 5), seen("1", "c2", 6), seen("2", "c1", 7)]);
    await store.record("sandbox", [seen("0", "c1", 5)]);
    const { numbers, total } = await store.list("production", { limit: 2, offset: 1 });
    expect(numbers.map(({ number, seenAt }) => [number, seenAt])).toEqual([
      ["2", 7],
      ["3", 5],
    ]);
    expect(total).toBe(3);
  });

  test("a number that one answer shows with two customers has both, and a moved number its earlier customer", async () => {
    await store.record("production", [seen("1", "c1", 5, 0), seen("1", "c2", 5, 1), seen("2", "c1", 5, 2)]);
    expect(await store.findByEnd("production", "1", 10)).toMatchObject([{ customerID: "c2", row: 1 }]);
    expect(await store.otherOwners("production", ["1", "2"], 0)).toEqual([{ number: "1", customerID: "c1", until: 5 }]);
    await store.record("production", [seen("2", "c2", 9)]);
    expect(await store.otherOwners("production", ["2"], 0)).toEqual([{ number: "2", customerID: "c1", until: 5 }]);
    expect(await store.otherOwners("production", ["2"], 6)).toEqual([]);
    expect(await store.otherOwners("sandbox", ["1", "2"], 0)).toEqual([]);
  });

  test("numbers and earlier customers are removed some time after they were last seen", async () => {
    await store.record("production", [seen("123", "c1", 5), seen("456", "c1", 50)]);
    await store.record("production", [seen("456", "c2", 60)]);
    expect(await store.removeOld(4)).toBe(0);
    expect(await store.removeOld(50)).toBe(2);
    expect(await store.findByEnd("production", "456", 10)).toHaveLength(1);
  });

  test("numbers of an erased customer are removed, and not stored again", async () => {
    await store.record("production", [seen("123", "c1", 5), seen("456", "c2", 5)]);
    const event = { actor: { kind: "console" }, action: "customer.erased", outcome: "done" } as const;
    await customers.erase("production", "c1", event, 6);
    await store.record("production", [seen("123", "c1", 7), seen("456", "c2", 7)]);
    expect(await store.findByEnd("production", "123", 10)).toEqual([]);
    expect(await store.findByEnd("production", "456", 10)).toMatchObject([{ seenAt: 7 }]);
  });
});
