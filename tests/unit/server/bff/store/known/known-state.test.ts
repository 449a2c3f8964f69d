import { describe, expect, test } from "vitest";
import { type Customer, customerSchema } from "#lib/contract/customers/customer.ts";
import { customerOfState, hasState, nothingShown, stateMembers, stateOf } from "#server/bff/store/known/known-state.ts";

/** A customer with a value for each member of the schema. New members of the schema get a value automatically. */
const customer = {
  ...Object.fromEntries(Object.keys(customerSchema.shape).map((member) => [member, `${member} of the answer`])),
  deleted: true,
  contract: { plan: "essential", term: "monthly" },
  adminUser: { email: "ada@acme.example" },
} as unknown as Customer;

describe("the state of a known customer", () => {
  test("a state has every member of the customer's schema, except the console's own members and the raw data", () => {
    const { creation: _creation, raw: _raw, ...shown } = customer;
    expect(customerOfState(customer.customerID, stateOf(customer))).toEqual(shown);
    expect(Object.keys(nothingShown).toSorted()).toEqual(stateMembers.toSorted());
  });

  test("a customer without optional members has none of them in the state", () => {
    const least: Customer = { customerID: "1", companyName: "", deleted: false, contract: {}, adminUser: {} };
    expect(customerOfState("1", stateOf(least))).toStrictEqual(least);
    expect(stateOf(least)).toStrictEqual(nothingShown);
  });

  test("a customer has a state only if every member is equal", () => {
    const state = stateOf(customer);
    expect(hasState(state, customer)).toBe(true);
    for (const member of stateMembers)
      expect(hasState({ ...state, [member]: "changed" }, customer), member).toBe(false);
  });

  test("a text over 500 characters counts as not shown", () => {
    expect(stateOf({ ...customer, created: "x".repeat(501) }).created).toBeUndefined();
    expect(stateOf({ ...customer, created: "x".repeat(500) }).created).toHaveLength(500);
  });
});
