import type { Contract, Customer } from "#lib/contract/customers/customer.ts";
import { toInstant } from "./instant.ts";
import { isRecord, type Json, toCount, toID, toText } from "./members.ts";

/** The members that the specification shows (section 2), in its spelling. */
const plainNames: ReadonlySet<string> = new Set([
  "customerID",
  "companyName",
  "usersCount",
  "created",
  "deletedAt",
  "contract",
  "adminUser",
]);

function hasOnly(record: Json, names: ReadonlySet<string>): boolean {
  for (const name in record) if (!names.has(name)) return false;
  return true;
}

const contractNames: ReadonlySet<string> = new Set(["term", "plan"]);
const adminUserNames: ReadonlySet<string> = new Set(["email"]);

/**
 * Reads a customer that has exactly the specification's members, which is true for nearly all, without checking other
 * spellings. Undefined for any other record, which `normaliseCustomer` reads. Both return the same result for the same
 * record (`plain-customer.test.ts`).
 */
export function plainCustomer(record: Json): Customer | undefined {
  const { contract, adminUser, deletedAt } = record;
  if (!isRecord(contract) || !isRecord(adminUser) || typeof record.customerID !== "string") return undefined;
  // A boolean or a number under `deletedAt` has another meaning.
  if (deletedAt !== null && deletedAt !== undefined && typeof deletedAt !== "string") return undefined;
  if (!hasOnly(record, plainNames) || !hasOnly(contract, contractNames) || !hasOnly(adminUser, adminUserNames)) {
    return undefined;
  }
  const customerID = toID(record.customerID);
  if (customerID === undefined) return undefined;
  const deletedInstant = toInstant(deletedAt);
  if (deletedInstant === undefined && typeof deletedAt === "string") return undefined;

  const companyName = toText(record.companyName) ?? "";
  const usersCount = toCount(record.usersCount);
  const created = toInstant(record.created);
  const [term, plan, email] = [toText(contract.term), toText(contract.plan), toText(adminUser.email)];
  const own: Contract =
    term !== undefined && plan !== undefined
      ? { term, plan }
      : { ...(term !== undefined && { term }), ...(plan !== undefined && { plan }) };
  const admin = email === undefined ? {} : { email };
  // The common members are created in a single object literal: adding a member later costs as much as all of these.
  if (usersCount !== undefined && created !== undefined && deletedInstant === undefined) {
    return {
      customerID,
      companyName,
      usersCount,
      created,
      deleted: false,
      contract: own,
      adminUser: admin,
      raw: record,
    };
  }
  return {
    customerID,
    companyName,
    ...(usersCount !== undefined && { usersCount }),
    ...(created !== undefined && { created }),
    ...(deletedInstant === undefined ? { deleted: false } : { deleted: true, deletedAt: deletedInstant }),
    contract: own,
    adminUser: admin,
    raw: record,
  };
}
