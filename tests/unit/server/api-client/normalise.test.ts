import fc from "fast-check";
import { expect, test } from "vitest";
import { customerSchema } from "#lib/contract/customer.ts";
import { isAppError } from "#lib/contract/errors.ts";
import { normaliseCustomer, normaliseCustomerList } from "#server/api-client/normalise.ts";

const asked = { environment: "sandbox", limit: 25, offset: 0 } as const;
const id = "0b0e7f3e-1111-4222-8333-444444444444";
const one = (record: object) => normaliseCustomer({ customerID: id, ...record }, "sandbox", 1);
const list = (json: unknown, page: object = {}) => normaliseCustomerList(json, { ...asked, ...page });
const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `${index}` }));

test("the specification's own spelling", () => {
  const record = {
    customerID: id,
    companyName: "Acme",
    usersCount: 12,
    created: "2026-11-20T12:00:00.000Z",
    contract: { term: "monthly", plan: "essential" },
    adminUser: { email: "a@acme.example" },
  };
  const customer = normaliseCustomer(record, "sandbox", 1);
  expect(customer).toEqual({ ...record, deleted: false, raw: record });
  expect(customer.raw).toBe(record);
  expect(customerSchema.parse(customer)).toEqual(customer);
});

test("spelt differently throughout", () => {
  const record = {
    uuid: id,
    name: "Acme",
    user_count: "12",
    creationDate: 1_795_177_496,
    contract_plan: "essential",
    contract_term: "monthly",
    adminEmail: "a@acme.example",
    deleted: true,
    region: { code: "EU" },
  };
  expect(normaliseCustomer(record, "sandbox", 1)).toEqual({
    customerID: id,
    companyName: "Acme",
    usersCount: 12,
    created: "2026-11-20T12:24:56.000Z",
    deleted: true,
    contract: { term: "monthly", plan: "essential" },
    adminUser: { email: "a@acme.example" },
    raw: record,
  });
});

test.each([["customerID"], ["customerId"], ["customer_id"], ["CustomerID"], ["id"], ["ID"], ["uuid"]])(
  "an ID under %s",
  (name) => {
    expect(normaliseCustomer({ [name]: id }, "sandbox", 1).customerID).toBe(id);
  },
);

test("customerID goes before id, and a number is an ID too", () => {
  expect(normaliseCustomer({ id: "row 7", customerID: id }, "sandbox", 1).customerID).toBe(id);
  expect(normaliseCustomer({ id: 42 }, "sandbox", 1).customerID).toBe("42");
});

test("of two spellings of one name the first counts", () => {
  expect(normaliseCustomer({ customer_id: "first", customerId: "second" }, "sandbox", 1).customerID).toBe("first");
});

test.each([
  [{}],
  [{ customerID: "" }],
  [{ customerID: "  " }],
  [{ customerID: null }],
  [{ customerID: {} }],
  [{ id: true }],
])("without a usable ID the list is malformed and the message says where: %j", (record) => {
  expect(() => list({ customers: [{ id: "fine" }, { companyName: "Secretive Ltd", ...record }] })).toThrow(
    expect.objectContaining({
      code: "upstream_malformed",
      message: expect.stringMatching(/^(?!.*Secretive).*customer 2 of the list without a usable customerID/),
    }),
  );
});

test.each([
  ["no word about it", {}, { deleted: false }],
  ["deleted: false", { deleted: false }, { deleted: false }],
  ["deleted: true", { deleted: true }, { deleted: true }],
  ["deleted: 1", { deleted: 1 }, { deleted: true }],
  ['deleted: "true"', { deleted: "true" }, { deleted: true }],
  ["isDeleted", { isDeleted: true }, { deleted: true }],
  ["deletedAt", { deletedAt: "2026-11-20" }, { deleted: true, deletedAt: "2026-11-20T00:00:00.000Z" }],
  ["deleted_at null", { deleted_at: null }, { deleted: false }],
  ["deleted as a time", { deleted: "2026-11-20" }, { deleted: true, deletedAt: "2026-11-20T00:00:00.000Z" }],
  ["a status", { status: "DELETED" }, { deleted: true }],
  ["another status", { status: "active" }, { deleted: false }],
  ["a flag against a time", { deleted: false, deletedAt: "2026-11-20" }, { deleted: false }],
])("deleted or not: %s", (_, members, expected) => {
  const { deleted, deletedAt } = one(members);
  expect({ deleted, ...(deletedAt === undefined ? {} : { deletedAt }) }).toEqual(expected);
});

test.each([
  ["nested", { contract: { term: "monthly", plan: "essential" } }, { term: "monthly", plan: "essential" }],
  ["flat", { term: "monthly", plan: "essential" }, { term: "monthly", plan: "essential" }],
  [
    "half nested, half flat",
    { contract: { term: "monthly" }, plan: "essential" },
    { term: "monthly", plan: "essential" },
  ],
  ["a number as term", { term: 12 }, { term: "12" }],
  ["unusable", { contract: "essential", plan: { name: "x" } }, {}],
])("a contract that is %s", (_, members, expected) => {
  expect(one(members).contract).toEqual(expected);
});

test.each([
  [{ adminUser: { email: "a@b.example" } }, { email: "a@b.example" }],
  [{ adminUser: "a@b.example" }, { email: "a@b.example" }],
  [{ admin_email: "a@b.example" }, { email: "a@b.example" }],
  [{ email: "a@b.example" }, { email: "a@b.example" }],
  [{ adminUser: { email: "a@b.example" }, email: "other@b.example" }, { email: "a@b.example" }],
  [{ adminUser: {} }, {}],
  [{ adminUser: null }, {}],
])("the administrator of %j", (members, expected) => {
  expect(one(members).adminUser).toEqual(expected);
});

test("what makes no sense is absent, never invented, and stays in raw", () => {
  const customer = one({ companyName: null, usersCount: -1, created: "soon" });
  expect(customer.companyName).toBe("");
  expect(customer).not.toHaveProperty("usersCount");
  expect(customer).not.toHaveProperty("created");
  expect(customer.raw).toMatchObject({ usersCount: -1, created: "soon" });
});

test.each([["customers"], ["items"], ["data"], ["results"]])("a collection under %s", (name) => {
  const page = list({ [name]: [{ id }], total: "131", limit: "10", offset: "20" });
  expect(page).toMatchObject({ customers: [{ customerID: id }], total: 131, limit: 10, offset: 20 });
});

test.each([
  ["limit and offset are those asked for", { customers: rows(2), total: 90 }, { limit: 2, offset: 40 }, [2, 90, 2, 40]],
  ["the last page tells the total", { customers: rows(1) }, { limit: 2, offset: 40 }, [1, 41, 2, 40]],
  ["a full page leaves room for one more", { customers: rows(2) }, { limit: 2, offset: 40 }, [2, 43, 2, 40]],
  ["an empty page past the end adds nothing", { customers: [], total: 3 }, { limit: 2, offset: 40 }, [0, 3, 2, 40]],
  [
    "a total below what is here is corrected",
    { customers: rows(2), total: 2 },
    { limit: 2, offset: 40 },
    [2, 42, 2, 40],
  ],
  ["a limit of 0 is not believed", { customers: rows(1), limit: 0 }, { limit: 2 }, [1, 1, 2, 0]],
  ["a bare array", rows(1), { limit: 2 }, [1, 1, 2, 0]],
  ["a bare array that is a full page", rows(2), { limit: 2, offset: 40 }, [2, 43, 2, 40]],
  ["a bare array that is the whole list", rows(5), { limit: 2, offset: 4 }, [1, 5, 2, 4]],
])("%s", (_, json, page, expected) => {
  const { customers, total, limit, offset } = list(json, page);
  expect([customers.length, total, limit, offset]).toEqual(expected);
});

test.each([[null], [5], ["text"], [{}], [{ customers: {} }], [{ customers: ["x"] }], [[[]]]])(
  "%j in place of a list is malformed",
  (json) => {
    expect(() => list(json)).toThrow(expect.objectContaining({ code: "upstream_malformed", status: 502 }));
  },
);

test("members named like those of every object are data, and change nothing else", () => {
  const record = JSON.parse(
    `{"id": "${id}", "__proto__": {"companyName": "planted"}, "constructor": 1, "toString": 2}`,
  );
  const customer = normaliseCustomer(record, "sandbox", 1);
  expect(customer.companyName).toBe("");
  expect(Object.keys(customer.raw)).toEqual(["id", "__proto__", "constructor", "toString"]);
  expect(JSON.stringify(customer.raw)).toBe(JSON.stringify(record));
  expect({}).not.toHaveProperty("companyName");
});

const names = [
  "customerID",
  "id",
  "name",
  "users",
  "created",
  "deleted",
  "deletedAt",
  "contract",
  "adminUser",
  "status",
];
const lifelike = fc.dictionary(
  fc.oneof(fc.constantFrom(...names, "__proto__"), fc.string()),
  fc.jsonValue({ maxDepth: 2 }),
);

test("any record with an ID becomes a customer of the contract that has lost nothing", () => {
  fc.assert(
    fc.property(lifelike, (record) => {
      const before = JSON.stringify({ ...record, customerID: id });
      const customer = normaliseCustomer(JSON.parse(before), "sandbox", 1);
      expect(JSON.stringify(customer.raw)).toBe(before);
      expect(customerSchema.safeParse(customer).success).toBe(true);
    }),
  );
});

test("any JSON gives a page or a typed error", () => {
  const any = fc.oneof(
    fc.jsonValue(),
    fc.array(lifelike),
    fc.record({ customers: fc.array(lifelike), total: fc.jsonValue() }),
  );
  fc.assert(
    fc.property(any, (json) => {
      try {
        const page = list(json);
        expect(page.customers.length).toBeLessThanOrEqual(Math.max(page.total, page.limit));
      } catch (error) {
        if (!isAppError(error)) throw error;
        expect(error.code).toBe("upstream_malformed");
      }
    }),
  );
});
