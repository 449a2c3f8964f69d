import type { Kysely } from "kysely";
import type { Environment } from "#lib/contract/environment.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import { companyKeyOf } from "#server/bff/store/schema/company-columns.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import type { ExplainingOperation } from "./causes.ts";

/** A customer whose operations are searched. */
interface Explained {
  customerID: string;
  companyName: string;
  /**
   * True if the customer was not known before. Then an operation that creates a customer, but has no customer ID yet,
   * may have created this customer.
   */
  isNew: boolean;
}

/** The maximum age of a creation without a customer ID that may explain a customer, in milliseconds. */
const creationMs = 7 * 24 * 60 * 60_000;

/** The operations that may explain the states of these customers, by `idKey`, newest first. */
export async function explainingOperations(
  db: Kysely<ConsoleSchema>,
  environment: Environment,
  customers: readonly Explained[],
  nowMs: number,
): Promise<Map<string, ExplainingOperation[]>> {
  const found = new Map<string, ExplainingOperation[]>(customers.map(({ customerID }) => [idKey(customerID), []]));
  if (customers.length === 0) return found;
  const query = db
    .selectFrom("operations")
    .select(["operationID", "customerID", "companyKey", "createsCustomer", "state", "request"])
    .select(["sentAt", "settledAt", "confirmedAt"])
    .where("environment", "=", environment)
    .where("sentAt", "is not", null)
    .where("state", "!=", "rejected")
    .orderBy("createdAt", "desc");
  const byName = new Map<string, string[]>();
  for (const { customerID, companyName, isNew } of customers) {
    if (!isNew) continue;
    const companyKey = companyKeyOf(companyName);
    byName.set(companyKey, [...(byName.get(companyKey) ?? []), idKey(customerID)]);
  }
  const creations =
    byName.size === 0
      ? []
      : await query
          .where("createsCustomer", "=", 1)
          .where("customerID", "is", null)
          .where("createdAt", ">", nowMs - creationMs)
          .where("companyKey", "in", [...byName.keys()])
          .execute();
  // This query must run after the query for creations. A creation that gets its customer ID between the two queries is
  // then found twice instead of never. An operation stores the ID in the spelling of the request, so both spellings are
  // searched.
  const ids = new Set(customers.flatMap(({ customerID }) => [customerID, idKey(customerID)]));
  const ofCustomers = await query.where("customerID", "in", [...ids]).execute();
  for (const { customerID, companyKey, createsCustomer, request, ...operation } of [...ofCustomers, ...creations]) {
    const explaining = {
      ...operation,
      createsCustomer: createsCustomer === 1,
      request: JSON.parse(request) as Record<string, unknown>,
    };
    const keys = customerID === null ? (byName.get(companyKey ?? "") ?? []) : [idKey(customerID)];
    for (const key of keys) found.get(key)?.push(explaining);
  }
  return found;
}
