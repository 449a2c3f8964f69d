import type { Contract } from "#lib/contract/customers/customer.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { resourceIDSchema } from "#lib/contract/resource-id.ts";
import { describeValue } from "#server/api-client/transport/describe-body.ts";
import { upstreamErrors } from "#server/api-client/transport/upstream-errors.ts";
import { contractOf, expectedContract } from "./customer.ts";
import { type Expected, optional, record, shapes, useful } from "./expected.ts";
import { jobIDOf } from "./job.ts";
import { customerIDOf, isRecord, type Json, membersOf, pickMember, toID, toRecord, toText } from "./members.ts";

const { anyText, id } = shapes;

/** A complete 2xx answer to a write. */
export interface WriteAnswer {
  /** The parsed body. Undefined if it was empty. */
  json: unknown;
  /** The `Location` header. */
  location: string | null;
  /** The write in error messages. */
  what: string;
}

/** How the answer to a write is read, and what the page "API behaviour" expects in it. */
export interface WriteAnswerReader<Answer> {
  /** Throws `upstream_malformed` if the body is not an object: reading must then show whether anything was changed. */
  read(answer: WriteAnswer, environment: Environment): Answer;
  expected: Expected;
}

/**
 * The job and the customer of an answer, such as that to `POST /customers` (specification, section 4.3 does not show
 * it).
 */
interface JobAndCustomer {
  jobID?: string;
  customerID?: string;
  /** The body as the API sent it. Undefined if it was empty. */
  raw: unknown;
}

/** The content of an answer to `PATCH …/contract` (specification, section 4.4, which does not show it). */
interface ContractAnswer {
  /** The current contract according to the API. Either member may be missing. */
  contract?: Contract;
  /** The job that will make the change, if the API makes it later. */
  jobID?: string;
  /** The body as the API sent it. Undefined if it was empty. */
  raw: unknown;
}

/** The ID at the end of an address, after the given path segment. */
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

/** The answer's record, or the one wrapped in `data` or `result`. Empty if there is no body. */
function bodyOf({ json, what }: WriteAnswer, environment: Environment): Json {
  if (json === undefined || json === null) return {};
  if (!isRecord(json)) {
    throw upstreamErrors.malformed(environment, `${describeValue(json)} in place of the answer to ${what}`);
  }
  const members = membersOf(json);
  const tells = ["jobid", "job", "customerid", "customer", "contract", "id", "uuid", "term", "plan"];
  return tells.some((name) => members.has(name)) ? json : (pickMember(members, ["data", "result"], toRecord) ?? json);
}

/** A job in the body, nested under `job`, or in `Location`. */
function jobOf(body: Json, location: string | null): string | undefined {
  const named = pickMember(membersOf(body), ["jobid", "jobuuid", "job"], (value) =>
    isRecord(value) ? jobIDOf(value) : toID(value),
  );
  return named ?? idInLocation(location, "jobs");
}

/** An ID that can be stored and requested. Any other ID is ignored, so that the result can still be stored. */
function usable(id: string | undefined): string | undefined {
  return resourceIDSchema.safeParse(id).success ? id : undefined;
}

/** Whether a body's own `id` belongs to a job (it has a state) or a customer (it has a name). */
function ownID(body: Json): JobAndCustomer {
  const members = membersOf(body);
  const id = pickMember(members, ["id", "uuid"], toID);
  if (id === undefined) return { raw: body };
  if (pickMember(members, ["companyname", "name"], toText) !== undefined) return { customerID: id, raw: body };
  return pickMember(members, ["status", "state"], toText) === undefined ? { raw: body } : { jobID: id, raw: body };
}

/**
 * The job and the customer, if the API names them: the job as `jobID`, under `job` or in `Location`, the customer
 * likewise.
 */
export const jobAndCustomer: WriteAnswerReader<JobAndCustomer> = {
  read(answer, environment) {
    const { json, location } = answer;
    const body = bodyOf(answer, environment);
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
    return {
      ...(jobID === undefined ? {} : { jobID }),
      ...(customerID === undefined ? {} : { customerID }),
      raw: json,
    };
  },
  expected: record({ jobID: useful(id, ["jobuuid", "job"]), customerID: optional(id, ["customer", "customeruuid"]) }),
};

/** The result of a contract change: the contract, nested or flat, a job (202), or nothing (204). */
export const contractAnswer: WriteAnswerReader<ContractAnswer> = {
  read(answer, environment) {
    const { json, location } = answer;
    const body = bodyOf(answer, environment);
    const customer = pickMember(membersOf(body), ["customer"], toRecord);
    const contract = contractOf(membersOf(customer ?? body));
    const isTold = contract.term !== undefined || contract.plan !== undefined;
    const jobID = usable(jobOf(body, location) ?? (isTold ? undefined : ownID(body).jobID));
    return { ...(isTold ? { contract } : {}), ...(jobID === undefined ? {} : { jobID }), raw: json };
  },
  expected: record({
    contract: optional(expectedContract),
    term: optional(anyText),
    plan: optional(anyText),
    jobID: optional(id, ["job"]),
    customerID: optional(id),
  }),
};
