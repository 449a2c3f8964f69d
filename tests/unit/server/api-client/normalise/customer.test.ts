import { expect, test } from "vitest";
import { customerSchema } from "#lib/contract/customers/customer.ts";
import { customerRows, normaliseCustomer } from "#server/api-client/normalise/customer.ts";
import { normaliseList } from "#server/api-client/normalise/list.ts";

const id = "0b0e7f3e-1111-4222-8333-444444444444";
const one = (record: object) => normaliseCustomer({ customerID: id, ...record }, "sandbox", 1);
const list = (json: unknown) => normaliseList(json, { environment: "sandbox", limit: 25, offset: 0 }, customerRows);

test("a customer in the specification's own spelling is read completely", () => {
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

test("a customer with other spellings of all members is read completely", () => {
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
  "an ID under the name %s is found",
  (name) => {
    expect(normaliseCustomer({ [name]: id }, "sandbox", 1).customerID).toBe(id);
  },
);

test("customerID has priority over id, and a number is also an ID", () => {
  expect(normaliseCustomer({ id: "row 7", customerID: id }, "sandbox", 1).customerID).toBe(id);
  expect(normaliseCustomer({ id: 42 }, "sandbox", 1).customerID).toBe("42");
});

test("of two spellings of one name, the first one counts", () => {
  expect(normaliseCustomer({ customer_id: "first", customerId: "second" }, "sandbox", 1).customerID).toBe("first");
});

test.each([
  [{}],
  [{ customerID: "" }],
  [{ customerID: "  " }],
  [{ customerID: null }],
  [{ customerID: {} }],
  [{ id: true }],
])("a list without a usable ID is malformed, and the message says where: %j", (record) => {
  expect(() => list({ customers: [{ id: "fine" }, { companyName: "Secretive Ltd", ...record }] })).toThrow(
    expect.objectContaining({
      code: "upstream_malformed",
      message: expect.stringMatching(/^(?!.*Secretive).*customer 2 of the list without a usable customerID/),
    }),
  );
});

test.each([
  ["a record without such a member", {}, { deleted: false }],
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
  ["a flag that contradicts a time", { deleted: false, deletedAt: "2026-11-20" }, { deleted: false }],
])("the deletion of a customer is recognised from %s", (_, members, expected) => {
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
])("a contract is read that is %s", (_, members, expected) => {
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
])("the administrator is read from %j", (members, expected) => {
  expect(one(members).adminUser).toEqual(expected);
});

test("invalid values are left out, never invented, and stay in raw", () => {
  const customer = one({ companyName: null, usersCount: -1, created: "soon" });
  expect(customer.companyName).toBe("");
  expect(customer).not.toHaveProperty("usersCount");
  expect(customer).not.toHaveProperty("created");
  expect(customer.raw).toMatchObject({ usersCount: -1, created: "soon" });
});

test("members with names of built-in object members are data, and change nothing else", () => {
  const record = JSON.parse(
    `{"id": "${id}", "__proto__": {"companyName": "planted"}, "constructor": 1, "toString": 2}`,
  );
  const customer = normaliseCustomer(record, "sandbox", 1);
  expect(customer.companyName).toBe("");
  expect(Object.keys(customer.raw ?? {})).toEqual(["id", "__proto__", "constructor", "toString"]);
  expect(JSON.stringify(customer.raw)).toBe(JSON.stringify(record));
  expect({}).not.toHaveProperty("companyName");
});
