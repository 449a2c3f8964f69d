import { type OutcomeDetail, outcomeOfDetail } from "#lib/contract/operation-outcome.ts";
import type { Customer } from "./customer.ts";

/**
 * The state of a customer. `creating`: its creation has not ended. `creation-failed`: it ended without success.
 * `unconfirmed`: the end of its job is not known. `active`: created, or listed by the API without being marked as
 * deleted.
 */
export const customerStates = ["deleted", "creating", "creation-failed", "unconfirmed", "active"] as const;

export type CustomerState = (typeof customerStates)[number];

const stateOfCreation: Readonly<Record<OutcomeDetail, CustomerState>> = {
  recorded: "creating",
  sent: "creating",
  running: "creating",
  // If the list shows the customer, the next reading verifies the creation.
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

/** True for a job type that creates a customer, judged by its name. */
const isCreating = ({ type = "" }: { type?: string | undefined }) => /creat/i.test(type.slice(0, 100));

/**
 * The state of a customer, from its record, from the operation that created it if the console knows it (`creation` is
 * that operation's detail, updated by its job), and from its unfinished jobs.
 */
export function customerState(
  { deleted, creation: known }: Pick<Customer, "deleted" | "creation">,
  {
    creation = known?.outcomeDetail,
    jobs = [],
  }: { creation?: OutcomeDetail | undefined; jobs?: readonly { jobID: string; type?: string | undefined }[] } = {},
): CustomerState {
  const state = creation === undefined ? "active" : stateOfCreation[creation];
  // An API may delete a customer that it could not create: the failed creation then says more than the deletion.
  if (deleted) return state === "creation-failed" ? state : "deleted";
  const isOther = (job: { jobID: string }) => job.jobID !== known?.jobID;
  return state === "active" && jobs.some((job) => isOther(job) && isCreating(job)) ? "creating" : state;
}

/** True while the outcome of the creation can still change. */
export function isCreationInProgress({ creation }: Pick<Customer, "creation">): boolean {
  return creation !== undefined && outcomeOfDetail[creation.outcomeDetail] === "running";
}
