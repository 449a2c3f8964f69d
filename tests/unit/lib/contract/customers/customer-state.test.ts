import { describe, expect, test } from "vitest";
import type { CustomerCreation } from "#lib/contract/customers/customer.ts";
import { customerState, isCreationInProgress } from "#lib/contract/customers/customer-state.ts";
import { type OutcomeDetail, outcomeOfDetail } from "#lib/contract/operation-outcome.ts";

const creation = (detail: OutcomeDetail): CustomerCreation => ({
  operationID: "o",
  jobID: "j",
  outcome: outcomeOfDetail[detail],
  outcomeDetail: detail,
});
const stateOf = (detail: OutcomeDetail) => customerState({ deleted: false, creation: creation(detail) });

describe("the state of a customer", () => {
  test("a customer's creation decides whether the customer is being created or was not created", () => {
    expect(stateOf("running")).toBe("creating");
    expect(stateOf("failed")).toBe("creation-failed");
    expect(stateOf("cancelled")).toBe("creation-failed");
    expect(stateOf("vanished")).toBe("unconfirmed");
    expect(stateOf("succeeded")).toBe("active");
    expect(stateOf("resolved")).toBe("active");
  });

  test("a deleted customer is shown as deleted, unless its creation failed", () => {
    expect(customerState({ deleted: true })).toBe("deleted");
    expect(customerState({ deleted: true, creation: creation("running") })).toBe("deleted");
    expect(customerState({ deleted: true, creation: creation("succeeded") })).toBe("deleted");
    expect(customerState({ deleted: true, creation: creation("failed") })).toBe("creation-failed");
  });

  test("the creation's job changes the customer's state", () => {
    const customer = { deleted: false, creation: creation("running") };
    expect(isCreationInProgress(customer)).toBe(true);
    expect(customerState(customer, { creation: "succeeded" })).toBe("active");
    expect(customerState(customer, { creation: "failed" })).toBe("creation-failed");
  });

  test("a customer that was created outside counts as being created while a job says so", () => {
    const creating = { jobID: "foreign", type: "Create-Customer" };
    expect(customerState({ deleted: false }, { jobs: [creating] })).toBe("creating");
    expect(customerState({ deleted: false }, { jobs: [{ jobID: "foreign", type: "change-contract" }] })).toBe("active");
    expect(customerState({ deleted: false }, { jobs: [{ jobID: "foreign" }] })).toBe("active");
    expect(customerState({ deleted: false })).toBe("active");
  });

  test("a job that is known to have succeeded does not prevent the state active", () => {
    const done = { deleted: false, creation: creation("succeeded") };
    expect(customerState(done, { jobs: [{ jobID: "j", type: "create-customer" }] })).toBe("active");
  });
});
