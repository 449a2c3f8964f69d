import { expect, test } from "vitest";
import { type Customer, customerSchema } from "#lib/contract/customers/customer.ts";
import { customerRow } from "#server/bff/customers/customer-row.ts";

const whole: Required<Customer> = {
  customerID: "c-1",
  companyName: "Example GmbH",
  usersCount: 3,
  created: "2026-11-20T10:00:00.000Z",
  deleted: false,
  deletedAt: "2026-11-21T10:00:00.000Z",
  contract: { term: "monthly", plan: "essential" },
  adminUser: { email: "admin@customer.example" },
  creation: { operationID: "o-1", outcome: "done", outcomeDetail: "verified" },
  raw: { customerID: "c-1" },
};
const names = Object.keys(customerSchema.shape);

test("the customer of this test has every member that a customer can have", () => {
  expect(Object.keys(whole).sort()).toEqual([...names].sort());
});

test("a row keeps every member but raw, whichever are absent, in their order", () => {
  for (let chosen = 0; chosen < 2 ** names.length; chosen += 1) {
    const entries = Object.entries(whole).filter((_, index) => (chosen >> index) % 2 === 1);
    const customer = Object.fromEntries(entries) as Customer;
    const { raw: _, ...rest } = customer;
    expect(JSON.stringify(customerRow(customer))).toBe(JSON.stringify(rest));
  }
});
