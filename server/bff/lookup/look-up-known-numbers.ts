import type { LookupHit, SearchCoverage } from "#lib/contract/console/lookup.ts";
import { isAppError } from "#lib/contract/operations/app-error.ts";
import { maxLimit } from "#lib/contract/values/limits.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import { problemOf } from "#server/bff/core/answers/problem.ts";
import { describeCause } from "#server/bff/core/log/report-error.ts";
import { formatPhone } from "#server/bff/numbers/format-phone.ts";
import type { KnownNumber } from "#server/bff/store/known/known-numbers.ts";
import { isWanted, type NumberQuery, numberPart, scanNumbers } from "./look-up-numbers.ts";
import { type LookupContext, type LookupPart, maxHits, withinTime } from "./part.ts";

/**
 * How many last digits of a number are used to search the known numbers. All notations of a number have the same last
 * digits.
 */
const comparedDigits = 7;

/** How many telephone numbers with the same end are compared at most. */
const maxCompared = 200;

/** The confirming page begins this many rows before the stored position, because rows move. */
const rowsBefore = Math.floor(maxLimit / 2);

/**
 * Looks up a telephone number among the known numbers and in the API's list, which has no filter. For a complete number
 * that is known, one page of the list around the stored position confirms the number. Otherwise the list is scanned. If
 * the API does not answer, only the known numbers are returned. With `confirmWithinMs`, they are also returned if the
 * API does not answer within this time.
 */
export async function lookUpNumbers(
  given: LookupContext,
  wanted: NumberQuery,
  from: number,
  { confirmWithinMs }: { confirmWithinMs?: number } = {},
): Promise<LookupPart> {
  const known = from === 0 ? await findKnownNumbers(given, wanted) : [];
  const [first] = known;
  if (!first) return scanNumbers(given, wanted, from);
  const time = confirmWithinMs === undefined ? undefined : withinTime(given, confirmWithinMs);
  try {
    return await confirmKnown(time?.context ?? given, wanted, known);
  } finally {
    time?.end();
  }
}

/** The known numbers, with what the API says about them. */
async function confirmKnown(
  context: LookupContext,
  wanted: NumberQuery,
  known: readonly KnownNumber[],
): Promise<LookupPart> {
  const [first] = known as readonly [KnownNumber, ...KnownNumber[]];
  const coverage: SearchCoverage = { what: "numbers", by: "known", complete: known.length <= maxHits };
  const hits = await knownHits(context, known.slice(0, maxHits));
  try {
    const confirmed = wanted.unique ? await confirm(context, wanted, first) : undefined;
    const part = confirmed ?? (await scanNumbers(context, wanted, 0));
    const found = new Set(part.hits.map(({ id }) => id));
    const added = hits.filter(({ id }) => !found.has(id));
    const all = [...part.hits.map((hit) => ({ ...hit, confirmed: part.age?.stale === undefined })), ...added];
    return { ...part, hits: all.slice(0, maxHits), further: [coverage] };
  } catch (error) {
    if (context.signal.aborted || !isAppError(error)) throw error;
    const problem = problemOf(error, context.requestID);
    return { hits, looked: { what: "numbers", by: "walk", complete: false, problem }, further: [coverage], error };
  }
}

/** The known numbers that match. If the store cannot be read, the result is empty and the lookup continues. */
async function findKnownNumbers(
  { services, environment }: LookupContext,
  wanted: NumberQuery,
): Promise<readonly KnownNumber[]> {
  if (!services.isKnownOn) return [];
  const ends = new Set(wanted.readings.map(({ digits }) => digits.slice(-comparedDigits)));
  try {
    const { knownNumbers } = services.store;
    const found = await Promise.all([...ends].map((end) => knownNumbers.findByEnd(environment, end, maxCompared)));
    const byNumber = new Map(found.flat().map((one) => [one.number, one]));
    return [...byNumber.values()].filter(({ number }) => isWanted(number, wanted));
  } catch (error) {
    services.log.warn({ error: describeCause(error) }, "the record of known numbers could not be searched");
    return [];
  }
}

/** Reads the page of the API's list around the stored position. Undefined if the page has no matching number. */
async function confirm(
  context: LookupContext,
  wanted: NumberQuery,
  { row }: KnownNumber,
): Promise<LookupPart | undefined> {
  const offset = Math.max(0, row - rowsBefore);
  const page = await context.client.listNumbers({ limit: maxLimit, offset }, context.call);
  const found = page.numbers
    .map((number, index) => ({ ...number, row: offset + index }))
    .filter(({ number }) => isWanted(number, wanted));
  if (found.length === 0) return undefined;
  return numberPart(context, found, { what: "numbers", by: "known", complete: true }, [page]);
}

async function knownHits(
  { services, environment }: LookupContext,
  numbers: readonly KnownNumber[],
): Promise<LookupHit[]> {
  const owners = await services.known[environment].findAll(numbers.flatMap(({ customerID }) => customerID ?? []));
  return numbers.map(({ number, customerID, row, seenAt }) => ({
    kind: "number",
    id: number,
    label: formatPhone(number) ?? number,
    detail: (customerID === undefined ? undefined : owners.get(idKey(customerID))?.companyName) ?? "",
    row,
    ...(customerID !== undefined && { customerID }),
    confirmed: false,
    seenAt: new Date(seenAt).toISOString(),
  }));
}
