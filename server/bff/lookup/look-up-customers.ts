import type { LookupHit } from "#lib/contract/console/lookup.ts";
import type { Customer } from "#lib/contract/customers/customer.ts";
import { isAppError } from "#lib/contract/operations/app-error.ts";
import { maxLimit } from "#lib/contract/values/limits.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import { contractValueName } from "#lib/format/contract-value-name.ts";
import { withCreations } from "#server/bff/customers/creations.ts";
import { findCustomer } from "#server/bff/customers/find-customer.ts";
import { allCustomersQuery, scanForCustomer } from "#server/bff/customers/scan-for-customer.ts";
import { rankByMatch } from "./names/rank-names.ts";
import { otherSpellings, partsOfTerm } from "./names/search-terms.ts";
import { type LookupContext, type LookupPart, maxHits } from "./part.ts";
import { isShortOf, type ShortID } from "./short-id.ts";

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
    detail: adminUser.email ?? (contract.plan === undefined ? "" : contractValueName("plan", contract.plan)),
    customerID,
    ...(deleted ? { deleted } : {}),
    ...(creation ? { creation } : {}),
  };
}

/** The same of several, with what their creations have come to. */
async function customerHits(context: LookupContext, customers: readonly Customer[]): Promise<LookupHit[]> {
  return (await withCreations(context, customers)).map(customerHit);
}

const textsOf = ({ companyName, adminUser: { email = "" } }: Customer) => [
  companyName,
  email,
  `${companyName} ${email}`,
];

/** What the API's search finds for a term among customers of all time, deleted ones too. */
async function search({ services, environment, client, call }: LookupContext, searchTerm: string, limit: number) {
  const page = await client.listCustomers({ ...allCustomersQuery, limit, searchTerm }, call);
  services.directories[environment].note(page.customers);
  return { term: searchTerm, ...page };
}

/** The customers of several pages, each once. */
function customersOf(pages: readonly { customers: readonly Customer[] }[]): Customer[] {
  const byID = new Map(pages.flatMap(({ customers }) => customers).map((one) => [idKey(one.customerID), one]));
  return [...byID.values()];
}

/**
 * Customers by what the API's search finds for the term and its other spelling (`Mueller`, `Müller`). The search
 * takes a term as it stands: where it finds nobody, parts of the term are searched, and those customers are given
 * whose names hold all its words, one letter of which may be wrong.
 */
export async function searchCustomers(context: LookupContext, term: string): Promise<LookupPart> {
  const spellings = [term, ...otherSpellings(term)];
  const pages = await Promise.all(spellings.map((spelling) => search(context, spelling, matchesRead)));
  const asTyped = pages.find(({ total }) => total > 0);
  if (!asTyped) return searchSimilar(context, term);
  const best = rankByMatch(customersOf(pages), term, textsOf).slice(0, maxHits);
  const hits = await customerHits(
    context,
    best.map(({ item }) => item),
  );
  const complete = pages.reduce((sum, { total }) => sum + total, 0) <= hits.length;
  return {
    hits,
    looked: { what: "customers", by: "search", complete, term: asTyped.term, total: asTyped.total },
    stale: pages.find(({ stale }) => stale)?.stale,
  };
}

async function searchSimilar(context: LookupContext, term: string): Promise<LookupPart> {
  const pages = await Promise.all(partsOfTerm(term).map((part) => search(context, part, maxLimit)));
  const ranked = rankByMatch(customersOf(pages), term, textsOf).filter(({ fits }) => fits !== "unknown");
  const best = ranked.slice(0, maxHits);
  const isSimilar = best.length > 0 && best.every(({ fits }) => fits === "nearly");
  return {
    hits: await customerHits(
      context,
      best.map(({ item }) => item),
    ),
    looked: {
      ...{ what: "customers", by: "search", complete: ranked.length <= maxHits, term, total: 0 },
      ...(isSimilar && { similar: true }),
    },
    stale: pages.find(({ stale }) => stale)?.stale,
  };
}

/** A customer by the short form of its ID, as far as directory and search know it. */
export async function lookUpCustomerByShortID(context: LookupContext, shortID: ShortID): Promise<LookupPart> {
  const page = await search(context, shortID.head, matchesRead);
  const found = page.customers.filter(({ customerID }) => isShortOf(shortID, customerID));
  const known = found.length > 0 ? [] : context.services.directories[context.environment].findShort(shortID);
  const answers = await Promise.all(known.slice(0, maxHits).map((id) => findQuickly(context, id)));
  const customers = [...found, ...answers.flatMap((answer) => answer?.customer ?? [])].slice(0, maxHits);
  return {
    hits: await customerHits(context, customers),
    looked: { what: "customers", by: "search", complete: customers.length > 0, total: customers.length },
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

/** A customer by its ID. What neither directory nor search knows may still be there: see {@link scanForID}. */
export async function lookUpCustomerID(context: LookupContext, customerID: string): Promise<LookupPart> {
  const answer = await findQuickly(context, customerID);
  return {
    hits: answer ? await customerHits(context, [answer.customer]) : [],
    looked: { what: "customers", by: "search", complete: answer !== undefined },
    stale: answer?.stale,
  };
}

/** The same row by row, within a bound. */
export async function scanForID(context: LookupContext, customerID: string, from: number): Promise<LookupPart> {
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

/** The name of the customer that a number belongs to, if it is known without a call. */
export async function ownerName(context: LookupContext, customerID: string): Promise<string | undefined> {
  const known = context.services.directories[context.environment].find(customerID);
  if (known) return known.companyName;
  // The number is the result; an error in reading its customer is shown on that customer's page.
  const answer = await findQuickly(context, customerID).catch(() => undefined);
  return answer?.customer.companyName;
}
