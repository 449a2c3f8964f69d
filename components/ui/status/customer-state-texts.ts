import type { CustomerState } from "#lib/contract/customers/customer-state.ts";

/** The state of a customer in a few words. */
export const customerStateNames: Readonly<Record<CustomerState, string>> = {
  deleted: "Deleted",
  creating: "Being created",
  "creation-failed": "Creation failed",
  unconfirmed: "Creation not confirmed",
  active: "Active",
};

/** The state of a customer as a sentence for the tooltip. */
export const customerStateMeanings: Readonly<Record<CustomerState, string>> = {
  deleted: "The API lists this customer as deleted",
  creating: "The job that creates this customer is not over",
  "creation-failed": "The job that creates this customer has ended without success",
  unconfirmed: "The API no longer knows the job that creates this customer, and Switchboard did not see it end",
  active: "The API lists this customer, and not as deleted",
};
