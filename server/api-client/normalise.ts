import type { Customer } from "#lib/contract/customer.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { describeValue } from "./describe-body.ts";
import { toInstant } from "./instant.ts";
import { upstreamErrors } from "./upstream-errors.ts";

type Json = Readonly<Record<string, unknown>>;

/** A page of customers in the canonical model. */
export interface CustomerPage {
  customers: Customer[];
  /** How many match over all pages; where the API does not tell it, enough to ask for the next page. */
  total: number;
  limit: number;
  offset: number;
}

/** What was asked for: it fills in what an envelope leaves out. */
export interface AskedPage {
  environment: Environment;
  limit: number;
  offset: number;
}

const isRecord = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Members by {@link folded} name; where two fold to one, the first that is not null. */
type Members = ReadonlyMap<string, unknown>;

const foldedNames = new Map<string, string>();

/** `customerID`, `customerId` and `customer_id` are one name. Remembered, as every record repeats it. */
function folded(name: string): string {
  const known = foldedNames.get(name);
  if (known !== undefined) return known;
  const fresh = name.toLowerCase().replace(/[_-]/g, "");
  if (foldedNames.size >= 1_000) foldedNames.clear();
  if (name.length <= 64) foldedNames.set(name, fresh);
  return fresh;
}

function membersOf(record: Json): Members {
  const members = new Map<string, unknown>();
  for (const name of Object.keys(record)) {
    const value = record[name];
    const key = folded(name);
    if (value !== null && value !== undefined && !members.has(key)) members.set(key, value);
  }
  return members;
}

/** The first member, in the order of `names` (folded), of which `convert` can make something. */
function pick<Value>(
  members: Members,
  names: readonly string[],
  convert: (value: unknown) => Value | undefined,
): Value | undefined {
  for (const name of names) {
    const value = members.get(name);
    const converted = value === undefined ? undefined : convert(value);
    if (converted !== undefined) return converted;
  }
  return undefined;
}

function toText(value: unknown): string | undefined {
  if (typeof value === "string") return value.trim() === "" ? undefined : value;
  return typeof value === "number" && Number.isFinite(value) ? String(value) : undefined;
}

function toCount(value: unknown): number | undefined {
  const count = typeof value === "string" && /^\s*\d{1,15}\s*$/.test(value) ? Number(value) : value;
  return typeof count === "number" && Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}

function toFlag(value: unknown): boolean | undefined {
  const word = typeof value === "string" ? value.trim().toLowerCase() : value;
  if (word === true || word === 1 || word === "true" || word === "1" || word === "yes") return true;
  if (word === false || word === 0 || word === "false" || word === "0" || word === "no") return false;
  return undefined;
}

const toRecord = (value: unknown) => (isRecord(value) ? value : undefined);
const toArray = (value: unknown): unknown[] | undefined => (Array.isArray(value) ? value : undefined);
const toStatus = (value: unknown) => (typeof value === "string" ? value.trim().toLowerCase() : undefined);
const toDeletedAt = (value: unknown) => (toFlag(value) === undefined ? toInstant(value) : undefined);
const noMembers: Members = new Map();

/** An explicit flag decides; without one a time of deletion, then a status. */
function deletionOf(members: Members): { deleted: boolean; deletedAt?: string } {
  const deletedAt = pick(members, ["deletedat", "deletedon", "deletiondate", "deleted"], toDeletedAt);
  const status = pick(members, ["status", "state"], toStatus);
  const flag = pick(members, ["deleted", "isdeleted"], toFlag);
  const deleted = flag ?? (deletedAt !== undefined || status === "deleted" || status === "removed");
  return deleted && deletedAt !== undefined ? { deleted, deletedAt } : { deleted };
}

function contractOf(members: Members): Customer["contract"] {
  const nested = pick(members, ["contract"], toRecord);
  const inner = nested === undefined ? noMembers : membersOf(nested);
  const terms = ["term", "contractterm"];
  const plans = ["plan", "contractplan"];
  const term = pick(inner, terms, toText) ?? pick(members, terms, toText);
  const plan = pick(inner, plans, toText) ?? pick(members, plans, toText);
  return { ...(term === undefined ? {} : { term }), ...(plan === undefined ? {} : { plan }) };
}

function adminUserOf(members: Members): Customer["adminUser"] {
  const nested = pick(members, ["adminuser", "admin"], toRecord);
  const email =
    (nested === undefined ? undefined : pick(membersOf(nested), ["email", "emailaddress", "mail"], toText)) ??
    pick(members, ["adminuser.email", "adminuseremail", "adminemail", "adminuser", "admin", "email"], toText);
  return email === undefined ? {} : { email };
}

/**
 * A customer in the canonical model, however the API spells it (specification, section 2, and the
 * design's "canonical model"). Lossless: `raw` is the record as it came. A member that the API left
 * out or that makes no sense is absent, and a missing name is empty; a customer without a usable
 * ID cannot be shown, linked or changed, and is `upstream_malformed`. `position` is the customer's
 * place in its list, counted from 1.
 */
export function normaliseCustomer(record: unknown, environment: Environment, position: number): Customer {
  if (!isRecord(record)) {
    throw upstreamErrors.malformed(
      environment,
      `${describeValue(record)} in place of customer ${position} of the list`,
    );
  }
  const members = membersOf(record);
  const customerID = toText(pick(members, ["customerid", "id", "uuid"], (value) => value))?.trim();
  if (customerID === undefined) {
    throw upstreamErrors.malformed(environment, `customer ${position} of the list without a usable customerID`);
  }
  const companyName = pick(members, ["companyname", "name", "company"], toText);
  const usersCount = pick(members, ["userscount", "usercount", "users", "numberofusers"], toCount);
  const created = pick(members, ["created", "createdat", "createdon", "creationdate", "creationtime"], toInstant);
  return {
    customerID,
    companyName: companyName ?? "",
    ...(usersCount === undefined ? {} : { usersCount }),
    ...(created === undefined ? {} : { created }),
    ...deletionOf(members),
    contract: contractOf(members),
    adminUser: adminUserOf(members),
    raw: record,
  };
}

/**
 * The total where the API tells none: exact when the page is not full; otherwise one more than what
 * is known to exist, so that the next page can be asked for.
 */
function leastTotal(rows: number, limit: number, offset: number): number {
  return rows < limit ? offset + rows : offset + rows + 1;
}

/**
 * A page of customers out of a list envelope (specification, section 2) or whatever an API gives in
 * its place: the collection under `customers`, `items`, `data` or `results`, numbers as text,
 * without `limit`, `offset` or `total`, or a bare array. A bare array that is longer than what was
 * asked for is the whole list, and its page is cut out here. Anything else is `upstream_malformed`.
 */
export function normaliseCustomerList(json: unknown, asked: AskedPage): CustomerPage {
  const { environment, limit, offset } = asked;
  const toCustomers = (rows: unknown[]) => rows.map((row, index) => normaliseCustomer(row, environment, index + 1));
  if (Array.isArray(json)) {
    if (json.length > limit) {
      return { customers: toCustomers(json.slice(offset, offset + limit)), total: json.length, limit, offset };
    }
    return { customers: toCustomers(json), total: leastTotal(json.length, limit, offset), limit, offset };
  }
  if (!isRecord(json)) throw upstreamErrors.malformed(environment, `${describeValue(json)} in place of a list`);
  const members = membersOf(json);
  const rows = pick(members, ["customers", "items", "data", "results"], toArray);
  if (rows === undefined) throw upstreamErrors.malformed(environment, "a list without customers");
  const told = {
    limit: pick(members, ["limit", "pagesize"], toCount) || limit,
    offset: pick(members, ["offset", "skip"], toCount) ?? offset,
  };
  const total = pick(members, ["total", "totalcount", "totalitems"], toCount);
  return {
    customers: toCustomers(rows),
    // A total smaller than what is already here is wrong by itself.
    total:
      total === undefined
        ? leastTotal(rows.length, told.limit, told.offset)
        : Math.max(total, rows.length > 0 ? told.offset + rows.length : 0),
    ...told,
  };
}
