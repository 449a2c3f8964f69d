import { isAppError } from "#lib/contract/app-error.ts";
import type { Customer } from "#lib/contract/customer.ts";
import type { LookupHit } from "#lib/contract/lookup.ts";
import { bestFirst } from "#lib/lookup/rank-names.ts";
import { withCreations } from "#server/bff/customers/creations.ts";
import { findCustomer } from "#server/bff/customers/find-customer.ts";
import { everyone, scanForCustomer } from "#server/bff/customers/scan-for-customer.ts";
import { type LookupContext, type LookupPart, maxHits } from "./part.ts";

/** So many of the newest matches are read, and the best of them given. */
const matchesRead = 50;

/** Pages of 100 that a walk takes before it reports back. */
const pagesWalked = 20;

/** A customer as a hit. */
function customerHit({ customerID, companyName, adminUser, contract, deleted, creation }: Customer): LookupHit {
  return {
    kind: "customer",
    id: customerID,
    label: companyName,
    detail: adminUser.email ?? contract.plan ?? "",
    customerID,
    ...(deleted ? { deleted } : {}),
    ...(creation ? { creation } : {}),
  };
}

/** The same of several, with what their creations have come to. */
async function customerHits(context: LookupContext, customers: readonly Customer[]): Promise<LookupHit[]> {
  return (await withCreations(context, customers)).map(customerHit);
}

/** Customers by what the API's search finds: of all time, deleted ones too. */
export async function searchCustomers(context: LookupContext, term: string): Promise<LookupPart> {
  const { services, environment, client, call } = context;
  const page = await client.listCustomers({ ...everyone, limit: matchesRead, searchTerm: term }, call);
  services.directories[environment].note(page.customers);
  const best = bestFirst(page.customers, term, ({ companyName, adminUser }) => [companyName, adminUser.email ?? ""]);
  const hits = await customerHits(context, best.slice(0, maxHits));
  return {
    hits,
    looked: { what: "customers", by: "search", complete: page.total <= hits.length, total: page.total },
    stale: page.stale,
  };
}

const isNotThere = (error: unknown) =>
  isAppError(error) && (error.code === "not_found" || error.code === "customer_not_found_within_bound");

/** The customer with this ID as far as directory and search know it, without walking. */
async function findQuickly(context: LookupContext, customerID: string) {
  try {
    return await findCustomer({ context, customerID, input: { pages: 0 } });
  } catch (error) {
    if (isNotThere(error)) return undefined;
    throw error;
  }
}

/** A customer by its ID. What neither directory nor search knows may still be there: see {@link walkToID}. */
export async function lookUpCustomerID(context: LookupContext, customerID: string): Promise<LookupPart> {
  const answer = await findQuickly(context, customerID);
  return {
    hits: answer ? await customerHits(context, [answer.customer]) : [],
    looked: { what: "customers", by: "search", complete: answer !== undefined },
    stale: answer?.stale,
  };
}

/** The same row by row, within a bound. */
export async function walkToID(context: LookupContext, customerID: string, from: number): Promise<LookupPart> {
  try {
    const answer = await scanForCustomer({ context, customerID, bound: { from, pages: pagesWalked } });
    const looked = { what: "customers", by: "walk", complete: true } as const;
    return { hits: await customerHits(context, [answer.customer]), looked, stale: answer.stale };
  } catch (error) {
    if (!isAppError(error) || !isNotThere(error)) throw error;
    const { walked } = error;
    const looked = {
      what: "customers",
      by: "walk",
      complete: walked === undefined,
      ...(walked && { walked }),
    } as const;
    return { hits: [], looked };
  }
}

/** The name of whoever a number belongs to, as far as it is quickly known. */
export async function ownerName(context: LookupContext, customerID: string): Promise<string | undefined> {
  const known = context.services.directories[context.environment].find(customerID);
  if (known) return known.companyName;
  // The number is what was asked for; its customer's page tells what is wrong with reading customers.
  const answer = await findQuickly(context, customerID).catch(() => undefined);
  return answer?.customer.companyName;
}
