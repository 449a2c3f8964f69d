import { expect, test } from "vitest";
import {
  changeContractSchema,
  createCustomerSchema,
  idempotencyKeySchema,
  operationListQuerySchema,
} from "#lib/contract/operations/operation-requests.ts";

const creation = { companyName: " Acme ", plan: "essential", term: "monthly" };

test("known members are trimmed, and additional members stay unchanged", () => {
  const further = { reseller: { id: " 7 " }, tags: [null, 1], adminUser: { email: " a@b.example ", phone: 1 } };
  expect(createCustomerSchema.parse({ ...creation, ...further })).toEqual({
    ...creation,
    companyName: "Acme",
    reseller: { id: " 7 " },
    tags: [null, 1],
    adminUser: { email: "a@b.example", phone: 1 },
  });
});

test("the address of an administrator must have a domain with a dot, as in the form and in imports", () => {
  const isValid = (email: string) => createCustomerSchema.safeParse({ ...creation, adminUser: { email } }).success;
  expect([isValid("a@b.example"), isValid("a@b"), isValid("a@b."), isValid("a b@c.example")]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test.each(["__proto__", "constructor", "prototype"])("a member named %s is refused at any depth", (name) => {
  for (const more of [`"${name}":1`, `"more":{"${name}":{}}`, `"more":[[{"a":{"${name}":null}}]]`]) {
    const body = JSON.parse(`{"companyName":"Acme","plan":"essential","term":"monthly",${more}}`);
    expect(createCustomerSchema.safeParse(body).success).toBe(false);
  }
});

test("an idempotency key is a UUID, in upper or lower case", () => {
  const key = "0D3C2F86-51A7-4B0E-9C1D-7E5F4A3B2C1D";
  expect(idempotencyKeySchema.parse(key)).toBe(key.toLowerCase());
  for (const wrong of [null, "", "1", `${key}0`]) expect(idempotencyKeySchema.safeParse(wrong).success).toBe(false);
});

test("a change of contract changes the plan or the term", () => {
  expect(changeContractSchema.parse({ term: "monthly", expected: { plan: "p" } })).toEqual({
    term: "monthly",
    expected: { plan: "p" },
  });
  for (const wrong of [{}, { term: "a", plan: "b" }, { term: 1 }, { term: "a", more: 1 }, { expected: {} }]) {
    expect(changeContractSchema.safeParse(wrong).success).toBe(false);
  }
});

test("a list of operations can be filtered by states", () => {
  expect(operationListQuerySchema.parse({ mine: "true", state: "sent,unknown" })).toEqual({
    limit: 25,
    offset: 0,
    mine: true,
    state: ["sent", "unknown"],
  });
  for (const wrong of [{ state: "" }, { state: "sent,lost" }, { mine: "yes" }, { staff: "1" }]) {
    expect(operationListQuerySchema.safeParse(wrong).success).toBe(false);
  }
});
