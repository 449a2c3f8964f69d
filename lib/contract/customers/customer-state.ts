import { type OutcomeDetail, outcomeOfDetail } from "#lib/contract/operation-outcome.ts";
import type { Customer } from "./customer.ts";

/**
 * How a customer stands. `creating`: the work that makes it is not over. `creation-failed`: it has ended without
 * success. `unconfirmed`: the end of that job is not known. `active`: created, or simply listed by the API
 * and does not call it deleted.
 */
export const customerStates = ["deleted", "creating", "creation-failed", "unconfirmed", "active"] as const;

export type CustomerState = (typeof customerStates)[number];

const stateOfCreation: Readonly<Record<OutcomeDetail, CustomerState>> = {
  recorded: "creating",
  sent: "creating",
  running: "creating",
  // Where the list shows the customer, the next reading verifies the creation.
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

/** Work of an API that names it so makes a customer. */
const isCreating = ({ type = "" }: { type?: string | undefined }) => /creat/i.test(type.slice(0, 100));

/**
 * How a customer stands, by its record, by the operation that created it where the console knows it (`creation` is
 * that operation's detail, moved on by its job), and by the jobs on it that are not over.
 */
export function customerState(
  { deleted, creation: known }: Pick<Customer, "deleted" | "creation">,
  {
    creation = known?.outcomeDetail,
    jobs = [],
  }: { creation?: OutcomeDetail | undefined; jobs?: readonly { jobID: string; type?: string | undefined }[] } = {},
): CustomerState {
  const state = creation === undefined ? "active" : stateOfCreation[creation];
  // An API may take away what it could not create: why it is not there says more than that it is not.
  if (deleted) return state === "creation-failed" ? state : "deleted";
  const isOther = (job: { jobID: string }) => job.jobID !== known?.jobID;
  return state === "active" && jobs.some((job) => isOther(job) && isCreating(job)) ? "creating" : state;
}

/** True of an outcome that can still change by itself. */
export function isCreationInProgress({ creation }: Pick<Customer, "creation">): boolean {
  return creation !== undefined && outcomeOfDetail[creation.outcomeDetail] === "running";
}
