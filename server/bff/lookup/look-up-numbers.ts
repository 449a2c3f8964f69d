import type { LookupHit, SearchCoverage } from "#lib/contract/console/lookup.ts";
import type { ScannedRange } from "#lib/contract/errors.ts";
import { oldestAge } from "#lib/contract/list.ts";
import type { TelephoneNumber } from "#lib/contract/number.ts";
import { maxLimit } from "#lib/contract/values/limits.ts";
import type { NumberPage } from "#server/api-client/endpoints/list-numbers.ts";
import type { Freshness } from "#server/api-client/perform-call.ts";
import { boundSignal } from "#server/api-client/transport/bound-signal.ts";
import { upstreamErrors } from "#server/api-client/transport/upstream-errors.ts";
import { formatPhone } from "#server/bff/numbers/format-phone.ts";
import { ownerName } from "./look-up-customers.ts";
import { type LookupContext, type LookupPart, maxHits } from "./part.ts";
import { canBeSamePhone, type PhoneInterpretation, parsePhone } from "./phone-number.ts";

/** The number to find. `unique` is true if at most one number can match. */
export interface NumberQuery {
  readings: readonly PhoneInterpretation[];
  unique: boolean;
}

/** The limits of one scan: pages of 100 numbers, and milliseconds. At a limit, the scan reports its progress. */
const maxPages = 20;
const maxWalkMs = 5_000;

/**
 * How long the lookup waits for the names of the numbers' customers, in milliseconds. The numbers are already found.
 */
const maxNamingMs = 2_000;

/**
 * How many pages are requested at the same time once the total is known. This saves time, because the person has a
 * caller on the line.
 */
const pagesAtOnce = 4;

const timeIsUp = new Error("The walk's time is up");

type Found = TelephoneNumber & { row: number };

/**
 * Scans for a telephone number row by row, because the API's list has no filter (specification, section 4.9). The scan
 * ends after the pages with a match, or at a limit. The result reports how far the scan came. Throws `upstream_timeout`
 * if no page was read in time.
 */
export async function scanNumbers(context: LookupContext, wanted: NumberQuery, from: number): Promise<LookupPart> {
  const timeUp = () => timeIsUp;
  const { clock } = context.services;
  const time = boundSignal({ clock, timeoutMs: maxWalkMs, parent: context.call.signal, timeUp });
  const walk: Walk = {
    walked: { from, to: from, total: from },
    stride: maxLimit,
    found: new Map(),
    owned: 0,
    ages: [],
  };
  const { walked, found } = walk;
  try {
    for (let pages = 0; pages < maxPages && found.size === 0; ) {
      const offsets = nextOffsets(walk, maxPages - pages);
      if (offsets.length === 0) break;
      pages += offsets.length;
      const call = { ...context.call, signal: time.signal };
      const read = (offset: number) => context.client.listNumbers({ limit: maxLimit, offset }, call);
      takeIn(walk, wanted, offsets, await Promise.all(offsets.map(read)));
    }
  } catch (error) {
    if (error !== timeIsUp) throw error;
    if (walked.to === from) throw upstreamErrors.timeout(context.environment, maxWalkMs);
  } finally {
    time.end();
  }
  const isWhole = walked.to >= walked.total || (wanted.unique && found.size > 0);
  const complete = isWhole && found.size <= maxHits;
  const looked = { what: "numbers", by: "walk", complete, walked, owned: walk.owned } as const;
  return numberPart(context, [...found.values()], looked, walk.ages);
}

/** Converts numbers of the API's list to hits, with the names of their customers. */
export async function numberPart(
  context: LookupContext,
  found: readonly Found[],
  looked: SearchCoverage,
  ages: readonly Freshness[],
): Promise<LookupPart> {
  return { hits: await numberHits(context, found.slice(0, maxHits)), looked, age: oldestAge(ages) };
}

/** The progress of a scan. */
interface Walk {
  walked: ScannedRange;
  /** The API's page size, which may differ from the requested 100. */
  stride: number;
  /** By number and customer, because an API may list a number with several customers. */
  found: Map<string, Found>;
  /** How many of the rows that were read name a customer. */
  owned: number;
  /** The ages of the pages that were read. */
  ages: Freshness[];
}

/** The offsets of the pages to read next. Only one page is read until the total is known. */
function nextOffsets({ walked: { from, to, total }, stride }: Walk, maxNow: number): number[] {
  if (to === from && total === from) return [from];
  const pages = Math.min(pagesAtOnce, maxNow, Math.ceil((total - to) / stride));
  return Array.from({ length: Math.max(0, pages) }, (_, index) => to + index * stride);
}

/**
 * Adds the pages in order. A page that is shorter than expected causes a gap, and the pages after the gap are ignored.
 */
function takeIn(
  walk: Walk,
  wanted: NumberQuery,
  offsets: readonly number[],
  pages: readonly (NumberPage & Freshness)[],
): void {
  const { walked, found } = walk;
  for (const [index, page] of pages.entries()) {
    const { numbers, total } = page;
    const offset = offsets[index] ?? 0;
    if (offset !== walked.to) return;
    for (const [place, number] of numbers.entries()) {
      // New rows shift the later rows, so a number can occur on two pages.
      if (number.customerID !== undefined) walk.owned += 1;
      const key = JSON.stringify([number.number, number.customerID]);
      if (isWanted(number.number, wanted) && !found.has(key)) found.set(key, { ...number, row: offset + place });
    }
    walked.to += numbers.length;
    walked.total = numbers.length === 0 ? walked.to : Math.max(total, walked.to);
    walk.stride = numbers.length || walk.stride;
    walk.ages.push(page);
  }
}

/** True if the number, in any notation, may be the number to find. */
export function isWanted(number: string, { readings }: NumberQuery): boolean {
  const listed = parsePhone(number);
  return listed !== undefined && canBeSamePhone(readings, listed);
}

/** Converts numbers to hits, with the names of their customers if these are found in time. */
async function numberHits(context: LookupContext, numbers: readonly Found[]): Promise<LookupHit[]> {
  const { clock } = context.services;
  const timeUp = () => timeIsUp;
  const time = boundSignal({ clock, timeoutMs: maxNamingMs, parent: context.call.signal, timeUp });
  const call = { ...context.call, signal: time.signal };
  try {
    return await Promise.all(numbers.map((number) => numberHit({ ...context, call }, number)));
  } finally {
    time.end();
  }
}

async function numberHit(context: LookupContext, { number, customerID, row }: Found): Promise<LookupHit> {
  const owner = customerID === undefined ? undefined : await ownerName(context, customerID);
  return {
    kind: "number",
    id: number,
    label: formatPhone(number) ?? number,
    detail: owner ?? "",
    row,
    ...(customerID === undefined ? {} : { customerID }),
  };
}
