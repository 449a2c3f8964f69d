import { type OutcomeDetail, outcomeOfDetail } from "#lib/contract/operation-outcome.ts";
import type { Customer } from "./customer.ts";

/**
 * The state of a customer.
 * - `creating`: the creation is still running.
 * - `creation-failed`: the creation has failed.
 * - `unconfirmed`: the result of the creation's job is unknown.
 * - `active`: the customer was created, or the API lists the customer and does not mark it as deleted.
 */
export const customerStates = ["deleted", "creating", "creation-failed", "unconfirmed", "active"] as const;

export type CustomerState = (typeof customerStates)[number];

const stateOfCreation: Readonly<Record<OutcomeDetail, CustomerState>> = {
  recorded: "creating",
  sent: "creating",
  running: "creating",
  // The API lists the customer, so the creation will be verified the next time that the customer is read.
  "awaiting-effect": "active",
  verified: "active",
  succeeded: "active",
  accepted: "active",
  resolved: "active",
  failed: "creation-failed",
  cancelled: "creation-failed",
  vanished: "unconfirmed",
  "not-sent": "active",
  refused: "active",
  prevented: "active",
  unknown: "active",
  "effect-not-seen": "active",
  superseded: "active",
};

/** True for a job whose type looks like the creation of a customer. */
const isCreating = ({ type = "" }: { type?: string | undefined }) => /creat/i.test(type.slice(0, 100));

/**
 * Derives the state of a customer from the customer's record, its creation and its unfinished jobs. `creation` is the
 * outcome detail of the operation that created the customer. A caller that has read the operation's job again passes
 * the newer detail. `creation` is undefined if the console does not know the operation.
 */
export function customerState(
  { deleted, creation: known }: Pick<Customer, "deleted" | "creation">,
  {
    creation = known?.outcomeDetail,
    jobs = [],
  }: { creation?: OutcomeDetail | undefined; jobs?: readonly { jobID: string; type?: string | undefined }[] } = {},
): CustomerState {
  const state = creation === undefined ? "active" : stateOfCreation[creation];
  // The API may delete a customer whose creation failed. The failed creation is then the more useful state.
  if (deleted) return state === "creation-failed" ? state : "deleted";
  const isOther = (job: { jobID: string }) => job.jobID !== known?.jobID;
  return state === "active" && jobs.some((job) => isOther(job) && isCreating(job)) ? "creating" : state;
}

/** True while the outcome of the creation can still change. */
export function isCreationInProgress({ creation }: Pick<Customer, "creation">): boolean {
  return creation !== undefined && outcomeOfDetail[creation.outcomeDetail] === "running";
}
