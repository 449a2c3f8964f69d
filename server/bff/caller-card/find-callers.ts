import type { CallerCandidate, CallerCard, CallerCardQuery } from "#lib/contract/console/caller-card.ts";
import type { LookupHit, SearchCoverage } from "#lib/contract/console/lookup.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { maxSearchTermLength } from "#lib/contract/values/customers/customer-filters.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { lookUpCustomerID, searchCustomers } from "#server/bff/lookup/look-up-customers.ts";
import { findKnown } from "#server/bff/lookup/look-up-known.ts";
import { lookUpNumbers } from "#server/bff/lookup/look-up-known-numbers.ts";
import { type LookupContext, type LookupPart, settlePart, withinTime } from "#server/bff/lookup/part.ts";
import { formatPhone } from "#server/bff/numbers/format-phone.ts";
import { type CallerNumber, isCallersNumber, parseCallerNumber } from "./caller-number.ts";

/** How long the API may take to confirm what is known already, in milliseconds. A caller is waiting. */
export const confirmWithinMs = 1_000;

/**
 * How long an earlier owner of a number is offered too. A number that has just moved may still be used by its earlier
 * customer, and an API may list a number with two customers.
 */
const earlierOwnerMs = 7 * dayMs;

/** The customers who may be calling, and how they were searched. */
export interface Callers {
  candidates: CallerCandidate[];
  /** True if the only candidate is certainly the customer that was searched. */
  isCertain: boolean;
  part: LookupPart;
  searched: CallerCard["searched"];
  numbers?: CallerCard["numbers"];
}

/** Finds the customers of a number, an e-mail address or an ID in one environment. */
export function findCallers(context: LookupContext, query: CallerCardQuery): Promise<Callers> {
  const { number, email, customer } = query;
  if (number !== undefined) {
    const parsed = parseCallerNumber(number);
    if (!parsed) throw invalid("number", "must be a telephone number");
    return findByNumber(context, parsed);
  }
  if (email !== undefined) {
    if (!email.includes("@")) throw invalid("email", "must be an e-mail address");
    return findByEmail(context, email.trim());
  }
  return findByID(context, customer ?? "");
}

const invalid = (field: string, message: string) =>
  new AppError("invalid_request", "The request is not valid.", { errors: [{ field, message }] });

async function findByNumber(context: LookupContext, number: CallerNumber): Promise<Callers> {
  const wanted = { readings: number.readings, unique: number.isWhole };
  const part = await settlePart(context, { what: "numbers", by: "walk" }, () =>
    lookUpNumbers(context, wanted, 0, { confirmWithinMs }),
  );
  const owned = part.hits.flatMap((hit) =>
    hit.customerID === undefined ? [] : [{ ...hit, customerID: hit.customerID }],
  );
  const candidates = distinct([...owned.map(candidateOfNumber), ...(await earlierOwners(context, owned))]);
  return {
    candidates: await named(context, candidates),
    isCertain: owned.every(({ id }) => isCallersNumber(number, id)),
    part,
    searched: { by: "number", text: formatPhone(number.text) ?? number.text },
    numbers: offerOf(part),
  };
}

/** What the API says about numbers, as far as this search shows it. */
function offerOf({ hits, looked }: LookupPart): CallerCard["numbers"] {
  if (hits.some(({ customerID }) => customerID !== undefined)) return "offered";
  if (looked.problem?.code === "not_offered") return "not-offered";
  return looked.owned === 0 && looked.problem === undefined ? "without-customers" : "offered";
}

type OwnedNumber = LookupHit & { customerID: string };

const candidateOfNumber = ({ id, label, detail, customerID, confirmed, seenAt }: OwnedNumber): CallerCandidate => ({
  customerID,
  companyName: detail,
  number: label === "" ? id : label,
  ...(confirmed !== undefined && { confirmed }),
  ...(seenAt !== undefined && { seenAt }),
});

/**
 * The other customers of the numbers: customers who had one of the numbers until a few days ago, and further customers
 * who have one of the numbers now.
 */
async function earlierOwners(
  { services: { store, clock }, environment }: LookupContext,
  owned: readonly OwnedNumber[],
): Promise<CallerCandidate[]> {
  const shown = new Map(owned.map(({ id, label }) => [id, label]));
  const owners = await store.knownNumbers.otherOwners(environment, [...shown.keys()], clock.now() - earlierOwnerMs);
  return owners.map(({ number, customerID, until }) => ({
    customerID,
    companyName: "",
    number: shown.get(number) ?? number,
    confirmed: false,
    seenAt: new Date(until).toISOString(),
    formerUntil: new Date(until).toISOString(),
  }));
}

/** Adds the names that the store knows to candidates without a name. */
async function named(context: LookupContext, candidates: readonly CallerCandidate[]): Promise<CallerCandidate[]> {
  const nameless = candidates.filter(({ companyName }) => companyName === "").map(({ customerID }) => customerID);
  if (nameless.length === 0) return [...candidates];
  const known = await context.services.known[context.environment].findAll(nameless);
  return candidates.map((one) =>
    one.companyName === "" ? { ...one, companyName: known.get(idKey(one.customerID))?.companyName ?? "" } : one,
  );
}

async function findByEmail(context: LookupContext, email: string): Promise<Callers> {
  const term = email.slice(0, maxSearchTermLength);
  const known = await findKnown(context, term);
  const time = known && known.hits.length > 0 ? withinTime(context, confirmWithinMs) : undefined;
  try {
    const bounded = time?.context ?? context;
    const part = await settlePart(bounded, { what: "customers", by: "search" }, () => searchCustomers(bounded, term));
    const isExact = ({ detail }: LookupHit) => detail.toLowerCase() === email.toLowerCase();
    const exact = part.hits.filter(isExact);
    return {
      candidates: (exact.length > 0 ? exact : part.hits).map(candidateOfCustomer),
      isCertain: exact.length > 0 && isSearched(part),
      part,
      searched: { by: "email", text: email },
    };
  } finally {
    time?.end();
  }
}

/** False if further customers may have the same address, because the list of hits is cut. */
const isSearched = ({ looked: { complete, total = 0 }, hits }: LookupPart) => complete || total <= hits.length;

async function findByID(context: LookupContext, customerID: string): Promise<Callers> {
  const part = await settlePart(context, { what: "customers", by: "search" }, () =>
    lookUpCustomerID(context, customerID),
  );
  return {
    candidates: part.hits.map(candidateOfCustomer),
    isCertain: true,
    part,
    searched: { by: "customer", text: customerID },
  };
}

const candidateOfCustomer = ({
  id,
  label,
  detail,
  deleted,
  creation,
  confirmed,
  seenAt,
}: LookupHit): CallerCandidate => ({
  customerID: id,
  companyName: label,
  ...(detail.includes("@") && { email: detail }),
  ...(deleted && { deleted }),
  ...(creation && { creation }),
  ...(confirmed !== undefined && { confirmed }),
  ...(seenAt !== undefined && { seenAt }),
});

/** Each customer once. The first candidate of a customer is kept. */
function distinct(candidates: readonly CallerCandidate[]): CallerCandidate[] {
  const byID = new Map<string, CallerCandidate>();
  for (const one of candidates) if (!byID.has(idKey(one.customerID))) byID.set(idKey(one.customerID), one);
  return [...byID.values()];
}

/** The coverage of all searches of a part. */
export const coverageOf = ({ looked, further = [] }: LookupPart): SearchCoverage[] => [looked, ...further];
