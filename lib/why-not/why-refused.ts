import { may } from "#lib/contract/access/permissions.ts";
import type { Availability } from "#lib/contract/console/availability.ts";
import type { Role } from "#lib/contract/console/session.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { ErrorCode } from "#lib/contract/errors.ts";
import { pages } from "#lib/paths.ts";

/** The causes of a refusal that a person can remove by a known step. */
export const refusalCauses = [
  "role",
  "environment",
  "factor",
  "confirm",
  "approval",
  "reference",
  "deleted",
  "job",
  "planned",
  "paused",
  "credentials",
  "bulks",
  "plans",
  "imports",
] as const;

export type RefusalCause = (typeof refusalCauses)[number];

/** The causes that a person can remove on the page of the refused request. */
export const causesOfPage = ["confirm", "approval", "reference"] as const satisfies readonly RefusalCause[];

export type CauseElsewhere = Exclude<RefusalCause, (typeof causesOfPage)[number]>;

/** The main cause, and the URL of the page where a person can remove it. */
export interface Refusal {
  cause: CauseElsewhere;
  href: string;
}

interface ContractFacts {
  role: Role;
  deleted: boolean;
  /** The customer's running jobs, except the jobs that may be overridden. */
  jobIDs: readonly string[];
}

/**
 * Returns why a customer's contract cannot be changed. Covers only the reasons that a page knows before it sends a
 * request.
 */
export function whyContractHeld(
  environment: Environment,
  { role, deleted, jobIDs }: ContractFacts,
): (Refusal & { cause: "role" | "deleted" | "job" }) | undefined {
  if (!may(role, "contracts.change")) return { cause: "role", href: pages.account() };
  if (deleted) return { cause: "deleted", href: pages.newCustomer(environment) };
  const [jobID] = jobIDs;
  return jobID === undefined ? undefined : { cause: "job", href: pages.job(environment, jobID) };
}

/** Returns why nothing can be sent to the API now. Undefined if requests can be sent. */
export function whySendingHeld(environment: Environment, availability: Availability): Refusal | undefined {
  if (availability === "key_refused") return { cause: "credentials", href: pages.apiStatus(environment) };
  // This includes `probing`: while one request tests the API, all other requests wait.
  return availability === "available" ? undefined : { cause: "paused", href: pages.apiStatus(environment) };
}

/** The known facts about a refused request. */
interface RefusedRequest {
  code: ErrorCode | "offline";
  errors?: readonly { field?: string | undefined }[];
  plannedChangeID?: string | undefined;
}

const causes: Partial<Record<RefusedRequest["code"], RefusalCause>> = {
  forbidden: "role",
  factor_required: "factor",
  step_up_required: "confirm",
  approval_required: "approval",
  customer_busy: "job",
  planned_exists: "planned",
  upstream_paused: "paused",
  upstream_rate_limited: "paused",
  upstream_credentials: "credentials",
  too_many_bulks: "bulks",
  too_many_planned: "plans",
  too_many_imports: "imports",
};

/** Returns the main cause of a refusal, if the answer contains it. */
export function refusalCause({ code, errors = [] }: RefusedRequest): RefusalCause | undefined {
  // A ticket or a reason is missing or invalid.
  if (errors.some(({ field }) => field?.startsWith("console."))) return "reference";
  return causes[code];
}

const steps: Record<CauseElsewhere, (environment: Environment, request: RefusedRequest) => string> = {
  role: () => pages.account(),
  environment: () => pages.account(),
  factor: () => pages.secondFactor(),
  deleted: (at) => pages.newCustomer(at),
  job: (at) => pages.jobs(at),
  planned: (at, { plannedChangeID: id }) => (id === undefined ? pages.planned(at) : pages.plannedChange(at, id)),
  paused: (at) => pages.apiStatus(at),
  credentials: (at) => pages.apiStatus(at),
  bulks: (at) => pages.bulks(at),
  plans: (at) => pages.planned(at),
  imports: (at) => pages.imports(at),
};

const isElsewhere = (cause: RefusalCause): cause is CauseElsewhere => cause in steps;

/**
 * Returns why a request was refused, if a different page has a step that removes the cause. Undefined if the step is on
 * the page itself (correct a value, request approval, try again), or if no step is known. The server gives the same
 * answer for a forbidden environment and for one that does not exist. `permitted`, which comes from the session,
 * distinguishes the two cases.
 */
export function whyRefused(
  environment: Environment,
  request: RefusedRequest,
  permitted?: readonly Environment[],
): Refusal | undefined {
  const isKeptOut = request.code === "not_found" && permitted?.includes(environment) === false;
  const cause = isKeptOut ? "environment" : refusalCause(request);
  return cause && isElsewhere(cause) ? { cause, href: steps[cause](environment, request) } : undefined;
}
