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
  /** The parsed body. Undefined if the body was empty. */
  json: unknown;
  /** The `Location` header. */
  location: string | null;
  /** The name of the write in error messages. */
  what: string;
}

/** How the answer to a write is read, and the answer that the page "API behaviour" expects. */
export interface WriteAnswerReader<Answer> {
  /**
   * Reads the answer. Throws `upstream_malformed` if the body is not an object. The caller must then read from the API
   * whether anything has changed.
   */
  read(answer: WriteAnswer, environment: Environment): Answer;
  expected: Expected;
}

/**
 * The job and the customer in an answer, for example in the answer to `POST /customers`. The specification (section
 * 4.3) does not show this answer.
 */
interface JobAndCustomer {
  jobID?: string;
  customerID?: string;
  /** The body as the API sent it. Undefined if the body was empty. */
  raw: unknown;
}

/** The content of the answer to `PATCH …/contract`. The specification (section 4.4) does not show this answer. */
interface ContractAnswer {
  /** The current contract in the API's answer. Each of its members may be missing. */
  contract?: Contract;
  /** The job that makes the change, if the API makes the change later. */
  jobID?: string;
  /** The body as the API sent it. Undefined if the body was empty. */
  raw: unknown;
}

/** The ID at the end of an address, after the path segment `segment`. */
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

/**
 * The object of the answer, either the body itself or the object inside `data` or `result`. Empty if there is no body.
 */
function bodyOf({ json, what }: WriteAnswer, environment: Environment): Json {
  if (json === undefined || json === null) return {};
  if (!isRecord(json)) {
    throw upstreamErrors.malformed(environment, `${describeValue(json)} in place of the answer to ${what}`);
  }
  const members = membersOf(json);
  const tells = ["jobid", "job", "customerid", "customer", "contract", "id", "uuid", "term", "plan"];
  return tells.some((name) => members.has(name)) ? json : (pickMember(members, ["data", "result"], toRecord) ?? json);
}

/** The job's ID from the body, from `job` in the body, or from `Location`. */
function jobOf(body: Json, location: string | null): string | undefined {
  const named = pickMember(membersOf(body), ["jobid", "jobuuid", "job"], (value) =>
    isRecord(value) ? jobIDOf(value) : toID(value),
  );
  return named ?? idInLocation(location, "jobs");
}

/** Returns the ID if it is valid. Otherwise undefined: the result can then be stored without the ID. */
function usable(id: string | undefined): string | undefined {
  return resourceIDSchema.safeParse(id).success ? id : undefined;
}

/** Decides whether the body's own `id` belongs to a job or a customer. A job has a state, and a customer has a name. */
function ownID(body: Json): JobAndCustomer {
  const members = membersOf(body);
  const id = pickMember(members, ["id", "uuid"], toID);
  if (id === undefined) return { raw: body };
  if (pickMember(members, ["companyname", "name"], toText) !== undefined) return { customerID: id, raw: body };
  return pickMember(members, ["status", "state"], toText) === undefined ? { raw: body } : { jobID: id, raw: body };
}

/**
 * Reads the job and the customer, if the answer names them. An ID may be a member of the answer, or inside `job` or
 * `customer`, or in `Location`, or the answer's own `id`.
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

/** Reads the answer to a contract change: a contract (nested or flat), a job (202), or nothing (204). */
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
