import type { LookupHit } from "#lib/contract/console/lookup.ts";
import type { Customer } from "#lib/contract/customers/customer.ts";
import { oldestAge } from "#lib/contract/list.ts";
import { isAppError } from "#lib/contract/operations/app-error.ts";
import { maxLimit } from "#lib/contract/values/limits.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import { contractValueName } from "#lib/format/contract-value-name.ts";
import type { CustomerPage } from "#server/api-client/endpoints/list-customers.ts";
import type { Freshness } from "#server/api-client/perform-call.ts";
import { withCreations } from "#server/bff/customers/creations.ts";
import { findCustomer } from "#server/bff/customers/find-customer.ts";
import { allCustomersQuery, scanForCustomer } from "#server/bff/customers/scan-for-customer.ts";
import { correctTerm } from "./names/correct-term.ts";
import { folded } from "./names/fold.ts";
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

type FoundPage = CustomerPage & Freshness & { term: string };

/** What the API's search finds for a term among customers of all time, deleted ones too. */
async function search(
  { services, environment, client, call }: LookupContext,
  searchTerm: string,
  limit: number,
): Promise<FoundPage> {
  const page = await client.listCustomers({ ...allCustomersQuery, limit, searchTerm }, call);
  services.directories[environment].note(page.customers);
  return { ...page, term: searchTerm };
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
  const found = pages.filter(({ total }) => total > 0);
  // A name may hold both spellings: what was read whole is counted once.
  const total = found.every(isWhole) ? customersOf(found).length : found.reduce((sum, page) => sum + page.total, 0);
  return {
    hits,
    looked: {
      what: "customers",
      by: "search",
      complete: total <= hits.length,
      term: asTyped.term,
      total,
      ...(found.length > 1 && total > hits.length && { searches: searchesOf(found) }),
    },
    age: oldestAge(pages),
  };
}

const isWhole = ({ customers, total }: FoundPage) => total <= customers.length;

const searchesOf = (pages: readonly FoundPage[]) => pages.map(({ term, total }) => ({ term, total }));

/** The customers whose names hold all words of the term, in any order, one letter of which may be wrong. */
const matchesIn = (pages: readonly FoundPage[], term: string) =>
  rankByMatch(customersOf(pages), term, textsOf).filter(({ fits }) => fits !== "unknown");

type Match = ReturnType<typeof matchesIn>[number];

/** So many corrections of a term are searched. */
const maxCorrections = 3;

/** What was probably meant: the corrections that most of the matches hold. */
function correctionsOf(matches: readonly Match[], term: string): string[] {
  const counts = new Map<string, { term: string; count: number }>();
  for (const { item } of matches) {
    const meant = textsOf(item)
      .map((text) => correctTerm(text, term))
      .find((corrected) => corrected !== undefined);
    // The phrase is narrower; the word alone also finds the names in which the words stand elsewhere.
    for (const one of new Set(meant ? [meant.phrase, meant.word] : [])) {
      const known = counts.get(folded(one));
      counts.set(folded(one), { term: known?.term ?? one, count: (known?.count ?? 0) + 1 });
    }
  }
  const often = [...counts.values()].toSorted((a, b) => b.count - a.count || b.term.length - a.term.length);
  return often.slice(0, maxCorrections).map(({ term: correction }) => correction);
}

const isListedBy = (page: FoundPage, { item }: Match) =>
  textsOf(item).some((text) => folded(text).includes(folded(page.term)));

/**
 * The searches that list all of the matches: the narrowest that does so alone, or several corrections together, none
 * of which finds what another one does. Undefined where some match is in none of them.
 */
function searchesFor(
  matches: readonly Match[],
  corrected: readonly FoundPage[],
  parts: readonly FoundPage[],
): FoundPage[] | undefined {
  const listsAll = (pages: readonly FoundPage[]) =>
    matches.every((match) => pages.some((page) => isListedBy(page, match)));
  const narrowest = (pages: readonly FoundPage[]) =>
    pages.filter((page) => listsAll([page])).toSorted((a, b) => a.total - b.total)[0];
  const one = narrowest(corrected);
  if (one) return [one];
  const apart = corrected.filter((page) =>
    corrected.every((other) => other === page || !folded(page.term).includes(folded(other.term))),
  );
  if (apart.length > 0 && listsAll(apart)) return apart;
  const part = narrowest(parts);
  return part && [part];
}

async function searchSimilar(context: LookupContext, term: string): Promise<LookupPart> {
  const parts = await Promise.all(partsOfTerm(term).map((part) => search(context, part, maxLimit)));
  // A part that many names hold is read as far as one page: what was meant is searched itself.
  const corrections = correctionsOf(matchesIn(parts, term), term);
  const corrected = await Promise.all(corrections.map((correction) => search(context, correction, maxLimit)));
  const pages = [...parts, ...corrected];
  const matches = matchesIn(pages, term);
  const best = matches.slice(0, maxHits);
  const searches = searchesFor(matches, corrected, parts);
  const isCounted = searches?.every(isWhole) ?? pages.every(isWhole);
  // A search that finds nothing but matches goes on like that behind the page that was read.
  const areAllMatches = searches?.every((page) => matchesIn([page], term).length === page.customers.length) ?? false;
  const sum = searches?.reduce((count, page) => count + page.total, 0) ?? 0;
  const total = !isCounted && areAllMatches ? sum : matches.length;
  const atLeast = matches.length > 0 && !isCounted && !areAllMatches;
  return {
    hits: await customerHits(
      context,
      best.map(({ item }) => item),
    ),
    looked: {
      what: "customers",
      by: "search",
      complete: total <= maxHits && !atLeast,
      term,
      total,
      ...(atLeast && { atLeast }),
      ...(searches && (total > maxHits || atLeast) && { searches: searchesOf(searches) }),
      ...(best.length > 0 && best.every(({ fits }) => fits === "nearly") && { similar: true }),
    },
    age: oldestAge(pages),
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
    age: oldestAge([page, ...answers.flatMap((answer) => answer ?? [])]),
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
    age: answer && oldestAge([answer]),
  };
}

/** The same row by row, within a bound. */
export async function scanForID(context: LookupContext, customerID: string, from: number): Promise<LookupPart> {
  try {
    const answer = await scanForCustomer({ context, customerID, bound: { from, pages: pagesWalked } });
    const looked = { what: "customers", by: "walk", complete: true } as const;
    return { hits: await customerHits(context, [answer.customer]), looked, age: oldestAge([answer]) };
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
