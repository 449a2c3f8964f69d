import type { Contract } from "#lib/contract/customers/customer.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { resourceIDSchema } from "#lib/contract/resource-id.ts";
import { describeValue } from "#server/api-client/transport/describe-body.ts";
import { upstreamErrors } from "#server/api-client/transport/upstream-errors.ts";
import { contractOf } from "./customer.ts";
import { jobIDOf } from "./job.ts";
import { customerIDOf, isRecord, type Json, membersOf, pickMember, toID, toRecord, toText } from "./members.ts";

/** A complete 2xx answer to a write. */
export interface WriteAnswer {
  /** The parsed body; undefined where it was empty. */
  json: unknown;
  /** The `Location` header. */
  location: string | null;
}

/** What the answer to `POST /customers` tells (specification, section 4.3, which shows none of it). */
export interface CreationAnswer {
  jobID?: string;
  customerID?: string;
  /** The body as the API sent it; undefined where it was empty. */
  raw: unknown;
}

/** What the answer to `PATCH …/contract` tells (specification, section 4.4, which shows none of it). */
export interface ContractAnswer {
  /** The contract that the API says is in force; either member may be missing. */
  contract?: Contract;
  /** The job that will make the change, where the API makes it later. */
  jobID?: string;
  /** The body as the API sent it; undefined where it was empty. */
  raw: unknown;
}

/** The ID that an address ends in, behind the segment that says what it is of. */
function idInLocation(location: string | null, segment: string): string | undefined {
  const path = location?.split(/[?#]/, 1)[0] ?? "";
  const match = new RegExp(`/${segment}/([^/]+)/?$`, "i").exec(path);
  if (match?.[1] === undefined) return undefined;
  try {
    return toID(decodeURIComponent(match[1]));
  } catch {
    return undefined;
  }
}

/** The answer's record, or the one that it wraps in `data` or `result`; empty where there is no body. */
function bodyOf(json: unknown, environment: Environment, place: string): Json {
  if (json === undefined || json === null) return {};
  if (!isRecord(json)) throw upstreamErrors.malformed(environment, `${describeValue(json)} in place of ${place}`);
  const members = membersOf(json);
  const tells = ["jobid", "job", "customerid", "customer", "contract", "id", "uuid", "term", "plan"];
  return tells.some((name) => members.has(name)) ? json : (pickMember(members, ["data", "result"], toRecord) ?? json);
}

/** A job named in the body, nested under `job`, or in `Location`. */
function jobOf(body: Json, location: string | null): string | undefined {
  const named = pickMember(membersOf(body), ["jobid", "jobuuid", "job"], (value) =>
    isRecord(value) ? jobIDOf(value) : toID(value),
  );
  return named ?? idInLocation(location, "jobs");
}

/** An ID that can be stored and requested. Any other counts as none, so that the result can still be stored. */
function usable(id: string | undefined): string | undefined {
  return resourceIDSchema.safeParse(id).success ? id : undefined;
}

/** What a body's own `id` is of: a job has a state, a customer a name. */
function ownID(body: Json): CreationAnswer {
  const members = membersOf(body);
  const id = pickMember(members, ["id", "uuid"], toID);
  if (id === undefined) return { raw: body };
  if (pickMember(members, ["companyname", "name"], toText) !== undefined) return { customerID: id, raw: body };
  return pickMember(members, ["status", "state"], toText) === undefined ? { raw: body } : { jobID: id, raw: body };
}

/**
 * The job and the customer behind a creation, as far as the API names them: the job as `jobID`,
 * under `job` or in `Location`, the customer likewise. A body that is no object is
 * `upstream_malformed`: whether anything was created must then be found out by reading.
 */
export function normaliseCreation({ json, location }: WriteAnswer, environment: Environment): CreationAnswer {
  const body = bodyOf(json, environment, "the answer to a creation");
  const members = membersOf(body);
  const job = pickMember(members, ["job"], toRecord);
  const own = ownID(body);
  const jobID = usable(jobOf(body, location) ?? own.jobID);
  const customerID = usable(
    customerIDOf(members) ??
      (job && customerIDOf(membersOf(job))) ??
      idInLocation(location, "customers") ??
      own.customerID,
  );
  return { ...(jobID === undefined ? {} : { jobID }), ...(customerID === undefined ? {} : { customerID }), raw: json };
}

/**
 * What a change of a contract brought: the contract, nested or flat, a job (202), or nothing (204).
 * A body that is no object is `upstream_malformed`.
 */
export function normaliseContractAnswer({ json, location }: WriteAnswer, environment: Environment): ContractAnswer {
  const body = bodyOf(json, environment, "the answer to a change of contract");
  const customer = pickMember(membersOf(body), ["customer"], toRecord);
  const contract = contractOf(membersOf(customer ?? body));
  const isTold = contract.term !== undefined || contract.plan !== undefined;
  const jobID = usable(jobOf(body, location) ?? (isTold ? undefined : ownID(body).jobID));
  return { ...(isTold ? { contract } : {}), ...(jobID === undefined ? {} : { jobID }), raw: json };
}
