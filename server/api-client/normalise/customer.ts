import type { Contract, Customer } from "#lib/contract/customer.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { describeValue } from "#server/api-client/transport/describe-body.ts";
import { upstreamErrors } from "#server/api-client/transport/upstream-errors.ts";
import { toInstant } from "./instant.ts";
import type { RowKind } from "./list.ts";
import {
  createdNames,
  isRecord,
  type Members,
  membersOf,
  pick,
  toCount,
  toFlag,
  toID,
  toRecord,
  toText,
  toWord,
} from "./members.ts";

const noMembers: Members = new Map();
const toDeletedAt = (value: unknown) => (toFlag(value) === undefined ? toInstant(value) : undefined);

/** An explicit flag decides; without one a time of deletion, then a status. */
function deletionOf(members: Members): { deleted: boolean; deletedAt?: string } {
  const deletedAt = pick(members, ["deletedat", "deletedon", "deletiondate", "deleted"], toDeletedAt);
  const status = pick(members, ["status", "state"], toWord);
  const flag = pick(members, ["deleted", "isdeleted"], toFlag);
  const deleted = flag ?? (deletedAt !== undefined || status === "deleted" || status === "removed");
  return deleted && deletedAt !== undefined ? { deleted, deletedAt } : { deleted };
}

/** A contract under `contract` or flat beside the other members. */
export function contractOf(members: Members): Contract {
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
 * A customer in the canonical model, however the API spells it (specification, section 2).
 * Lossless: `raw` is the record as it came. A member that is missing or invalid is absent, and a
 * missing name is empty; a customer without a usable ID cannot be shown, linked or changed, and is
 * `upstream_malformed`. `position` is the customer's place in its list, counted from 1.
 */
export function normaliseCustomer(record: unknown, environment: Environment, position: number): Customer {
  if (!isRecord(record)) {
    throw upstreamErrors.malformed(
      environment,
      `${describeValue(record)} in place of customer ${position} of the list`,
    );
  }
  const members = membersOf(record);
  const customerID = toID(pick(members, ["customerid", "id", "uuid"], (value) => value));
  if (customerID === undefined) {
    throw upstreamErrors.malformed(environment, `customer ${position} of the list without a usable customerID`);
  }
  const companyName = pick(members, ["companyname", "name", "company"], toText);
  const usersCount = pick(members, ["userscount", "usercount", "users", "numberofusers"], toCount);
  const created = pick(members, createdNames, toInstant);
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

export const customerRows: RowKind<Customer> = { collection: "customers", normalise: normaliseCustomer };
