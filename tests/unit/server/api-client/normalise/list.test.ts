import { expect, test } from "vitest";
import { customerRows } from "#server/api-client/normalise/customer.ts";
import { normaliseList } from "#server/api-client/normalise/list.ts";

const id = "0b0e7f3e-1111-4222-8333-444444444444";
const asked = { environment: "sandbox", limit: 25, offset: 0 } as const;
const list = (json: unknown, page: object = {}) => normaliseList(json, { ...asked, ...page }, customerRows);
const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `${index}` }));

test.each([["customers"], ["items"], ["data"], ["results"]])("a collection under the name %s is found", (name) => {
  const page = list({ [name]: [{ id }], total: "131", limit: "10", offset: "20" });
  expect(page).toMatchObject({ rows: [{ customerID: id }], total: 131, limit: 10, offset: 20 });
});

test.each([
  [
    "limit and offset are the requested ones",
    { customers: rows(2), total: 90 },
    { limit: 2, offset: 40 },
    [2, 90, 2, 40],
  ],
  ["the last page shows the total", { customers: rows(1) }, { limit: 2, offset: 40 }, [1, 41, 2, 40]],
  ["after a full page, one more row may exist", { customers: rows(2) }, { limit: 2, offset: 40 }, [2, 43, 2, 40]],
  ["an empty page past the end adds no rows", { customers: [], total: 3 }, { limit: 2, offset: 40 }, [0, 3, 2, 40]],
  [
    "a total below the number of rows is corrected",
    { customers: rows(2), total: 2 },
    { limit: 2, offset: 40 },
    [2, 42, 2, 40],
  ],
  ["a limit of 0 is ignored", { customers: rows(1), limit: 0 }, { limit: 2 }, [1, 1, 2, 0]],
  ["a bare array", rows(1), { limit: 2 }, [1, 1, 2, 0]],
  ["a bare array that is a full page", rows(2), { limit: 2, offset: 40 }, [2, 43, 2, 40]],
  ["a count that may be the page's own", { items: rows(2), count: 2 }, { limit: 2 }, [2, 3, 2, 0]],
  ["a count that is greater than the page", { items: rows(2), count: 9 }, { limit: 2 }, [2, 9, 2, 0]],
  ["a bare array that is the whole list", rows(5), { limit: 2, offset: 4 }, [1, 5, 2, 4]],
])("the rows and numbers of a page are read correctly: %s", (_, json, page, expected) => {
  const { rows, total, limit, offset } = list(json, page);
  expect([rows.length, total, limit, offset]).toEqual(expected);
});

test.each([[null], [5], ["text"], [{}], [{ customers: {} }], [{ customers: ["x"] }], [[[]]]])(
  "%j in place of a list is malformed",
  (json) => {
    expect(() => list(json)).toThrow(expect.objectContaining({ code: "upstream_malformed", status: 502 }));
  },
);

test.each([
  ["wrapped in data", { data: { customers: [{ id }], total: 7 } }, { total: 7, limit: 25, offset: 0 }],
  [
    "pagination",
    { items: [{ id }], pagination: { total: "7", page_size: 10, skip: 5 } },
    { total: 7, limit: 10, offset: 5 },
  ],
  ["meta", { results: [{ id }], meta: { totalCount: 7 } }, { total: 7, limit: 25, offset: 0 }],
])("the numbers of a list are found in another place: %s", (_, json, facts) => {
  expect(list(json)).toMatchObject({ rows: [{ customerID: id }], ...facts });
});

test.each([
  ["a list that is longer than requested", { customers: rows(5), total: 5 }, { limit: 2, offset: 4 }, ["4"], 5],
  ["a bare array", rows(5), { limit: 2, offset: 2 }, ["2", "3"], 5],
])("the client cuts a complete list and says so: %s", (_, json, page, ids, total) => {
  const cut = list(json, page);
  expect(cut.rows.map(({ customerID }) => customerID)).toEqual(ids);
  expect(cut).toMatchObject({ pagedLocally: true, total, ...page });
});

test.each([
  ["a page without a position", { customers: rows(2) }, true],
  ["a bare array", rows(2), true],
  ["a bare array that fills the page", rows(25), true],
  ["a limit", { customers: rows(2), limit: 25 }, false],
  ["an offset", { customers: rows(2), offset: 0 }, false],
  ["a total above the number of rows", { customers: rows(2), total: 9 }, false],
])("the client decides whether a page may be the whole list: %s", (_, json, mayBeWhole) => {
  expect(list(json).mayBeWhole).toBe(mayBeWhole);
});

test("unknown members of an envelope are kept, and known members are not repeated", () => {
  const plain = { customers: rows(1), total: 1, limit: 25, offset: 0 };
  expect(list(plain)).not.toHaveProperty("envelope");
  expect(list({ ...plain, next: null, total: "many" }).envelope).toEqual({ next: null, total: "many" });
  // The console corrected the API's total. The envelope still contains the total that the API sent.
  expect(list({ customers: rows(2), total: 1, limit: 25, offset: 0 }).envelope).toEqual({ total: 1 });
  expect(list({ data: { items: rows(1), cursor: "c" }, request: "r" }).envelope).toEqual({
    data: { cursor: "c" },
    request: "r",
  });
});
