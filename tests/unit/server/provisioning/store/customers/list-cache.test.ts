import { expect, test, vi } from "vitest";
import type { CustomerList, CustomerSelection } from "#server/provisioning/store/customers/customer-record.ts";
import { createListCache } from "#server/provisioning/store/customers/list-cache.ts";

const selection: CustomerSelection = {
  limit: 10,
  offset: 0,
  sort: "created",
  ascending: false,
  createdFromMs: 1_000,
  includeDeleted: false,
};

function setUp(firstCreatedMs?: number) {
  const state: { version: string | undefined } = { version: "1" };
  const lists = createListCache(() => state.version);
  const read = {
    list: vi.fn(async (): Promise<CustomerList> => ({ customers: [], total: 0 })),
    firstCreatedMs: vi.fn(async () => firstCreatedMs),
  };
  const list = (changes: Partial<CustomerSelection> = {}, environment: "production" | "sandbox" = "production") =>
    lists.list(environment, { ...selection, ...changes }, read);
  return { state, read, list };
}

test("the same list is read once while nothing has changed", async () => {
  const { read, list } = setUp();
  expect(await list()).toBe(await list());
  expect(read.list).toHaveBeenCalledTimes(1);
});

test("every change of the database makes every list be read again", async () => {
  const { state, read, list } = setUp();
  const before = await list();
  state.version = "2";
  expect(await list()).not.toBe(before);
  expect(read.list).toHaveBeenCalledTimes(2);
});

test.each<[string, Partial<CustomerSelection>, "production" | "sandbox"]>([
  ["environment", {}, "sandbox"],
  ["limit", { limit: 11 }, "production"],
  ["offset", { offset: 10 }, "production"],
  ["sort", { sort: "usersCount" }, "production"],
  ["direction", { ascending: true }, "production"],
  ["end of the window", { createdToMs: 5_000 }, "production"],
  ["search term", { searchTerm: "a" }, "production"],
  ["setting for deleted customers", { includeDeleted: true }, "production"],
])("a list with another %s is a different list", async (_name, changes, environment) => {
  const { list } = setUp();
  expect(await list(changes, environment)).not.toBe(await list());
});

test("a window that begins later returns the same list until its first customer is outside it", async () => {
  const { list } = setUp(1_500);
  const kept = await list();
  expect(await list({ createdFromMs: 1_500 })).toBe(kept);
  expect(await list({ createdFromMs: 1_501 })).not.toBe(kept);
});

test("a window that begins earlier is read again", async () => {
  const { list } = setUp(1_500);
  const kept = await list();
  expect(await list({ createdFromMs: 999 })).not.toBe(kept);
});

test("a list is not cached if the database changed while it was read", async () => {
  const { state, read, list } = setUp();
  read.list.mockImplementationOnce(async () => {
    state.version = "2";
    return { customers: [], total: 0 };
  });
  const torn = await list();
  state.version = "1";
  expect(await list()).not.toBe(torn);
  state.version = "2";
  expect(await list()).not.toBe(torn);
});

test("a later window is read again if the database changed while its limit was looked up", async () => {
  const { state, read, list } = setUp();
  const kept = await list();
  read.firstCreatedMs.mockImplementationOnce(async () => {
    state.version = "2";
    return undefined;
  });
  expect(await list({ createdFromMs: 1_001 })).not.toBe(kept);
});

test("while the version is unknown, every list is read and none is cached", async () => {
  const { state, read, list } = setUp();
  const kept = await list();
  state.version = undefined;
  expect(await list()).not.toBe(kept);
  expect(await list()).not.toBe(kept);
  expect(read.list).toHaveBeenCalledTimes(3);
  state.version = "1";
  expect(await list()).toBe(kept);
});

test("at most a hundred lists are stored", async () => {
  const { read, list } = setUp();
  const oldest = await list();
  for (let offset = 1; offset <= 100; offset++) await list({ offset });
  expect(await list()).not.toBe(oldest);
  expect(await list({ offset: 100 })).toBe(await list({ offset: 100 }));
  expect(read.list).toHaveBeenCalledTimes(102);
});
