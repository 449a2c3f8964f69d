import { expect, test } from "vitest";
import type { Customer } from "#lib/contract/customers/customer.ts";
import { createCustomerDirectory } from "#server/bff/customers/customer-directory.ts";

const customer = (customerID: string, companyName = "Acme", created?: string): Customer => ({
  customerID,
  companyName,
  ...(created === undefined ? {} : { created }),
  deleted: false,
  contract: {},
  adminUser: {},
  raw: { secretive: true },
});

test("the directory keeps the latest reading, and only what a search needs", () => {
  const directory = createCustomerDirectory();
  directory.note([customer("c1", "Old name"), customer("c2", "Other")]);
  directory.note([customer("c1", "New name", "2026-11-20T12:00:00.000Z")]);
  expect(directory.find("c1")).toEqual({ companyName: "New name", created: "2026-11-20T12:00:00.000Z" });
  expect(directory.find("c2")).toEqual({ companyName: "Other", created: undefined });
  expect(directory.find("c3")).toBeUndefined();
});

test("UUIDs are the same in any case, other IDs are not", () => {
  const directory = createCustomerDirectory();
  directory.note([customer("0B0E7F3E-1111-4222-8333-444444444444"), customer("ABC")]);
  expect(directory.find("0b0e7f3e-1111-4222-8333-444444444444")).toBeDefined();
  expect(directory.find("ABC")).toBeDefined();
  expect(directory.find("abc")).toBeUndefined();
});

test("the directory is bounded and drops customers seen longest ago", () => {
  const directory = createCustomerDirectory(3);
  const first = [customer("c1"), customer("c2"), customer("c3")];
  directory.note(first);
  directory.note([customer("c1"), customer("c4"), customer("c5")]);
  expect(directory.size()).toBe(5);
  directory.note([customer("c6")]);
  directory.note([customer("c7")]);
  const known = ["c1", "c2", "c3", "c4", "c5", "c6", "c7"].map((id) => directory.find(id) !== undefined);
  expect(known).toEqual([true, false, false, true, true, true, true]);
  expect(directory.findShort({ head: "c" }).toSorted()).toEqual(["c1", "c4", "c5", "c6", "c7"]);
});

test("a list that comes again after its customers were dropped is remembered again", () => {
  const directory = createCustomerDirectory(2);
  const list = [customer("c1"), customer("c2")];
  directory.note(list);
  directory.note(list);
  directory.note([customer("c3"), customer("c4")]);
  directory.note([customer("c5")]);
  expect(directory.find("c1")).toBeUndefined();
  directory.note(list);
  expect(directory.find("c1")).toBeDefined();
});
