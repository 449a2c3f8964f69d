import type { Contract, Customer } from "#lib/contract/customers/customer.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { describeValue } from "#server/api-client/transport/describe-body.ts";
import { upstreamErrors } from "#server/api-client/transport/upstream-errors.ts";
import { optional, record, shapes } from "./expected.ts";
import { toInstant } from "./instant.ts";
import type { RowReader } from "./list.ts";
import {
  createdNames,
  isRecord,
  type Json,
  type Members,
  membersOf,
  pickMember,
  toCount,
  toFlag,
  toID,
  toRecord,
  toText,
  toWord,
} from "./members.ts";
import { plainCustomer } from "./plain-customer.ts";

const noMembers: Members = new Map();
const toDeletedAt = (value: unknown) => (toFlag(value) === undefined ? toInstant(value) : undefined);

/** An explicit flag decides. Without a flag the deletion time decides, then the status. */
function deletionOf(members: Members): { deleted: boolean; deletedAt?: string } {
  const deletedAt = pickMember(members, ["deletedat", "deletedon", "deletiondate", "deleted"], toDeletedAt);
  const status = pickMember(members, ["status", "state"], toWord);
  const flag = pickMember(members, ["deleted", "isdeleted"], toFlag);
  const deleted = flag ?? (deletedAt !== undefined || status === "deleted" || status === "removed");
  return deleted && deletedAt !== undefined ? { deleted, deletedAt } : { deleted };
}

/** The contract, either under `contract` or flat among the other members. */
export function contractOf(members: Members): Contract {
  const nested = pickMember(members, ["contract"], toRecord);
  const inner = nested === undefined ? noMembers : membersOf(nested);
  const terms = ["term", "contractterm"];
  const plans = ["plan", "contractplan"];
  const term = pickMember(inner, terms, toText) ?? pickMember(members, terms, toText);
  const plan = pickMember(inner, plans, toText) ?? pickMember(members, plans, toText);
  return { ...(term === undefined ? {} : { term }), ...(plan === undefined ? {} : { plan }) };
}

/** What the API profile expects of a contract. */
export const expectedContract = record({
  term: optional(shapes.anyText, ["contractterm"]),
  plan: optional(shapes.anyText, ["contractplan"]),
});

function adminUserOf(members: Members): Customer["adminUser"] {
  const nested = pickMember(members, ["adminuser", "admin"], toRecord);
  const email =
    (nested === undefined ? undefined : pickMember(membersOf(nested), ["email", "emailaddress", "mail"], toText)) ??
    pickMember(members, ["adminuser.email", "adminuseremail", "adminemail", "adminuser", "admin", "email"], toText);
  return email === undefined ? {} : { email };
}

/**
 * Normalises a customer in any spelling (specification, section 2). Lossless: `raw` is the record as the API sent it.
 * Missing and invalid members are omitted, and a missing name becomes empty. Throws `upstream_malformed` for a customer
 * without a usable ID, because it could not be shown, linked or changed. `position` is the customer's place in its
 * list, counted from 1.
 */
export function normaliseCustomer(record: unknown, environment: Environment, position: number): Customer {
  if (!isRecord(record)) {
    throw upstreamErrors.malformed(
      environment,
      `${describeValue(record)} in place of customer ${position} of the list`,
    );
  }
  return plainCustomer(record) ?? customerInAnySpelling(record, environment, position);
}

/** The same, slower: accepts every member under any of its names. */
export function customerInAnySpelling(record: Json, environment: Environment, position: number): Customer {
  const members = membersOf(record);
  const customerID = toID(pickMember(members, ["customerid", "id", "uuid"], (value) => value));
  if (customerID === undefined) {
    throw upstreamErrors.malformed(environment, `customer ${position} of the list without a usable customerID`);
  }
  const companyName = pickMember(members, ["companyname", "name", "company"], toText);
  const usersCount = pickMember(members, ["userscount", "usercount", "users", "numberofusers"], toCount);
  const created = pickMember(members, createdNames, toInstant);
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

export const customerRows: RowReader<Customer> = { collection: "customers", normalise: normaliseCustomer };
