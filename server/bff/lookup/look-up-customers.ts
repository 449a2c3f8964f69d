import type { LookupHit, SearchCoverage } from "#lib/contract/console/lookup.ts";
import type { Customer, CustomerAnswer } from "#lib/contract/customers/customer.ts";
import { oldestAge } from "#lib/contract/list.ts";
import { type AppError, isAppError } from "#lib/contract/operations/app-error.ts";
import { maxSearchTermLength } from "#lib/contract/values/customers/customer-filters.ts";
import { maxLimit } from "#lib/contract/values/limits.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import { contractValueName } from "#lib/format/contract-value-name.ts";
import type { CustomerPage } from "#server/api-client/endpoints/list-customers.ts";
import type { Freshness } from "#server/api-client/perform-call.ts";
import { problemOf } from "#server/bff/core/answers/problem.ts";
import { withCreations } from "#server/bff/customers/creations.ts";
import { findShownCustomer } from "#server/bff/customers/find-shown-customer.ts";
import { staleAnswer, unavailable } from "#server/bff/customers/list-customers.ts";
import { allCustomersQuery, scanForCustomer } from "#server/bff/customers/scan-for-customer.ts";
import { folded } from "#server/bff/known/names/fold.ts";
import { rankByMatch } from "#server/bff/known/names/rank-names.ts";
import { findKnown, type KnownMatches } from "./look-up-known.ts";
import { correctTerm } from "./names/correct-term.ts";
import { otherSpellings, partsOfTerm } from "./names/search-terms.ts";
import { type LookupContext, type LookupPart, maxHits } from "./part.ts";
import { isShortOf, type ShortID } from "./short-id.ts";

/** The number of newest matches that are read. The lookup returns the best of these matches. */
const matchesRead = 50;

/** The maximum number of pages that one scan reads before it reports its progress. A page has 100 customers. */
const pagesWalked = 20;

/** Converts a customer to a hit. */
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

/** Converts customers to hits, with the results of their creations. */
async function customerHits(context: LookupContext, customers: readonly Customer[]): Promise<LookupHit[]> {
  return (await withCreations(context, customers)).map(customerHit);
}

const textsOf = ({ companyName, adminUser: { email = "" } }: Customer) => [
  companyName,
  email,
  `${companyName} ${email}`,
];

type FoundPage = CustomerPage & Freshness & { term: string };

/** The API's search results for a term. The results cover customers of all time, including deleted customers. */
async function search({ client, call }: LookupContext, searchTerm: string, limit: number): Promise<FoundPage> {
  const page = await client.listCustomers({ ...allCustomersQuery, limit, searchTerm }, call);
  return { ...page, term: searchTerm };
}

/** The customers of all pages, without duplicates. */
function customersOf(pages: readonly { customers: readonly Customer[] }[]): Customer[] {
  const byID = new Map(pages.flatMap(({ customers }) => customers).map((one) => [idKey(one.customerID), one]));
  return [...byID.values()];
}

/**
 * Finds customers in the store of known customers and with the API's search, at the same time. Each hit says whether
 * the API has confirmed it. If the API does not answer, only the stored customers are returned.
 */
export async function searchCustomers(context: LookupContext, term: string): Promise<LookupPart> {
  const reading = findKnown(context, term);
  const search = searchApi(context, term, reading);
  const [known, [api]] = await Promise.all([reading, Promise.allSettled([search])]);
  if (!known) return search;
  if (api.status === "rejected") return knownAlone(context, term, known, api.reason);
  const { value: part } = api;
  return withKnown(part, term, known);
}

/** Merges the hits of the API and of the store. The best match is first. */
function withKnown(part: LookupPart, term: string, known: KnownMatches): LookupPart {
  const confirmed = new Set(part.hits.map(({ id }) => idKey(id)));
  const added = known.hits.filter(({ id }) => !confirmed.has(idKey(id)));
  const isFresh = part.age?.stale === undefined;
  const all = [...part.hits.map((hit): LookupHit => ({ ...hit, confirmed: isFresh })), ...added];
  const best = rankByMatch(all, term, ({ label, detail }) => [label, detail, `${label} ${detail}`]).slice(0, maxHits);
  return { ...part, hits: best.map(({ item }) => item), further: [coverageOfKnown(term, known)] };
}

const coverageOfKnown = (term: string, { hits, total, atLeast, isSimilar }: KnownMatches): SearchCoverage => ({
  what: "customers",
  by: "known",
  complete: total <= hits.length && !atLeast,
  term,
  total,
  ...(atLeast && { atLeast }),
  ...(isSimilar && { similar: true }),
});

/** The stored hits, and the reason why the API did not answer. */
function knownAlone(
  { requestID, signal }: LookupContext,
  term: string,
  known: KnownMatches,
  error: unknown,
): LookupPart {
  if (signal.aborted || !isAppError(error)) throw error;
  const { hits } = known;
  return {
    hits,
    looked: { what: "customers", by: "search", complete: false, term, problem: problemOf(error, requestID) },
    further: [coverageOfKnown(term, known)],
    error,
    ...(unavailable.has(error.code) && hits.length > 0 && { age: ageOfKnown(hits, error) }),
  };
}

/** The age of the oldest of the stored hits. */
const ageOfKnown = (hits: readonly LookupHit[], error: AppError) => ({
  asOf: hits.map(({ seenAt = "" }) => seenAt).toSorted()[0] ?? "",
  ...staleAnswer(error),
});

/**
 * Finds customers with the API's search, for the term and its other spelling (`Mueller`, `Müller`). The API searches
 * only the exact term. If it finds no customer and the store has no match either, parts of the term are searched. The
 * result is then the customers whose names contain all words of the term. In one or two of these words, a letter may be
 * wrong.
 */
async function searchApi(
  context: LookupContext,
  term: string,
  reading: Promise<KnownMatches | undefined>,
): Promise<LookupPart> {
  const spellings = [term, ...otherSpellings(term)];
  const pages = await Promise.all(spellings.map((spelling) => search(context, spelling, matchesRead)));
  const asTyped = pages.find(({ total }) => total > 0);
  if (!asTyped) {
    const known = await reading;
    return known?.best === undefined ? searchSimilar(context, term) : confirm(context, known.best, pages);
  }
  const best = rankByMatch(customersOf(pages), term, textsOf).slice(0, maxHits);
  const hits = await customerHits(
    context,
    best.map(({ item }) => item),
  );
  const found = pages.filter(({ total }) => total > 0);
  // A customer may match both spellings. If both lists are complete, each customer is counted once.
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

/**
 * Searches the API for the name of the best stored match. The result confirms this match and other customers with a
 * similar name.
 */
async function confirm(context: LookupContext, best: string, typed: readonly FoundPage[]): Promise<LookupPart> {
  const page = await search(context, best.slice(0, maxSearchTermLength), matchesRead);
  return {
    hits: await customerHits(context, page.customers.slice(0, maxHits)),
    looked: { what: "customers", by: "search", complete: true, total: 0 },
    age: oldestAge([...typed, page]),
  };
}

const isWhole = ({ customers, total }: FoundPage) => total <= customers.length;

const searchesOf = (pages: readonly FoundPage[]) => pages.map(({ term, total }) => ({ term, total }));

/** The customers whose names contain all words of the term in any order. In one or two words, a letter may be wrong. */
const matchesIn = (pages: readonly FoundPage[], term: string) =>
  rankByMatch(customersOf(pages), term, textsOf).filter(({ fits }) => fits !== "unknown");

type Match = ReturnType<typeof matchesIn>[number];

/** The maximum number of corrected terms to search for. */
const maxCorrections = 3;

/** The most likely intended terms: the corrections of all matches, most frequent first. */
function correctionsOf(matches: readonly Match[], term: string): string[] {
  const counts = new Map<string, { term: string; count: number }>();
  for (const { item } of matches) {
    const meant = textsOf(item)
      .map((text) => correctTerm(text, term))
      .find((corrected) => corrected !== undefined);
    // Counts the phrase and the single word. The phrase matches fewer names. The single word also matches names in
    // which the words have another order.
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
 * The searches that together list all matches: the narrowest correction that lists all of them, otherwise several
 * corrections that do not overlap, otherwise the narrowest part of the term that lists all of them. Undefined if no
 * such searches were made.
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
  // If many names contain a part of the term, only the first page of that search is read. So the corrected terms are
  // searched too.
  const corrections = correctionsOf(matchesIn(parts, term), term);
  const corrected = await Promise.all(corrections.map((correction) => search(context, correction, maxLimit)));
  const pages = [...parts, ...corrected];
  const matches = matchesIn(pages, term);
  const best = matches.slice(0, maxHits);
  const searches = searchesFor(matches, corrected, parts);
  const isCounted = searches?.every(isWhole) ?? pages.every(isWhole);
  // If every customer on the first page of a search matches, the customers on its later pages are assumed to match.
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

/** Finds a customer by the short form of its ID, with the API's search and among known customers. */
export async function lookUpCustomerByShortID(context: LookupContext, shortID: ShortID): Promise<LookupPart> {
  const page = await search(context, shortID.head, matchesRead);
  const found = page.customers.filter(({ customerID }) => isShortOf(shortID, customerID));
  const known = found.length > 0 ? [] : await context.services.known[context.environment].findShort(shortID, maxHits);
  const answers = await Promise.all(known.map((id) => findQuickly(context, id)));
  const customers = [...found, ...answers.flatMap((answer) => answer?.customer ?? [])].slice(0, maxHits);
  return {
    hits: await customerHits(context, customers),
    looked: { what: "customers", by: "search", complete: customers.length > 0, total: customers.length },
    age: oldestAge([page, ...answers.flatMap((answer) => answer ?? [])]),
  };
}

const isNotThere = (error: unknown) =>
  isAppError(error) && (error.code === "not_found" || error.code === "customer_not_found_within_bound");

/**
 * Finds the customer with this ID among known customers or with the API's search, without a scan. If the API does not
 * answer, the stored customer is returned. Undefined if the customer was not found.
 */
async function findQuickly(context: LookupContext, customerID: string) {
  try {
    return await findShownCustomer({ context, customerID, input: { pages: 0 } });
  } catch (error) {
    if (isNotThere(error)) return undefined;
    throw error;
  }
}

/**
 * Finds a customer by its ID. If the customer is not known and the search does not find it, the customer may still
 * exist: see {@link scanForID}.
 */
export async function lookUpCustomerID(context: LookupContext, customerID: string): Promise<LookupPart> {
  const answer = await findQuickly(context, customerID);
  return {
    hits: answer ? (await customerHits(context, [answer.customer])).map((hit) => unconfirmed(hit, answer)) : [],
    looked: { what: "customers", by: "search", complete: answer !== undefined },
    age: answer && oldestAge([answer]),
  };
}

/** Marks a hit from the store as not confirmed by the API. */
const unconfirmed = (hit: LookupHit, { source, asOf }: Pick<CustomerAnswer, "source" | "asOf">): LookupHit =>
  source === "known" ? { ...hit, confirmed: false, seenAt: asOf } : hit;

/** Scans the API's list for the ID, row by row and up to a limit of pages. */
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

/** The name of the customer who owns a number. Undefined if the customer cannot be found without a scan. */
export async function ownerName(context: LookupContext, customerID: string): Promise<string | undefined> {
  const known = await context.services.known[context.environment].find(customerID);
  if (known) return known.companyName;
  // Errors are ignored: the number is already found, and the customer's page shows the error.
  const answer = await findQuickly(context, customerID).catch(() => undefined);
  return answer?.customer.companyName;
}
