import type { LookupHit } from "#lib/contract/console/lookup.ts";
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

/** What is looked for. `unique` where it can be one number at most. */
export interface NumberQuery {
  readings: readonly PhoneInterpretation[];
  unique: boolean;
}

/** Pages of 100 that a walk takes before it reports back, and milliseconds. */
const maxPages = 20;
const maxWalkMs = 5_000;

/** How long the names of the numbers' customers are waited for, in milliseconds: the number itself is found. */
const maxNamingMs = 2_000;

/** Pages requested at a time once the total is known: the person has a caller on the line. */
const pagesAtOnce = 4;

const timeIsUp = new Error("The walk's time is up");

type Found = TelephoneNumber & { row: number };

/**
 * Looks for a telephone number row by row, because the API's list has no filter (specification, section
 * 4.9). It ends with the pages that hold one, and within a bound; the answer says how far it came.
 */
export async function scanNumbers(context: LookupContext, wanted: NumberQuery, from: number): Promise<LookupPart> {
  const timeUp = () => timeIsUp;
  const { clock } = context.services;
  const time = boundSignal({ clock, timeoutMs: maxWalkMs, parent: context.call.signal, timeUp });
  const walk: Walk = { walked: { from, to: from, total: from }, stride: maxLimit, found: new Map(), ages: [] };
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
  const hits = await numberHits(context, [...found.values()].slice(0, maxHits));
  const isWhole = walked.to >= walked.total || (wanted.unique && found.size > 0);
  return {
    hits,
    looked: { what: "numbers", by: "walk", complete: isWhole && found.size <= maxHits, walked },
    age: oldestAge(walk.ages),
  };
}

/** Where a walk stands. */
interface Walk {
  walked: ScannedRange;
  /** How many rows the API gives at a time: 100 were requested. */
  stride: number;
  found: Map<string, Found>;
  /** Of the pages that were read. */
  ages: Freshness[];
}

/** The offsets of the next pages: one until the total is known, then several. */
function nextOffsets({ walked: { from, to, total }, stride }: Walk, maxNow: number): number[] {
  if (to === from && total === from) return [from];
  const pages = Math.min(pagesAtOnce, maxNow, Math.ceil((total - to) / stride));
  return Array.from({ length: Math.max(0, pages) }, (_, index) => to + index * stride);
}

/** Takes in pages in their order, as far as they follow upon one another without a gap. */
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
      // Rows that are added meanwhile push others back, to be seen twice.
      if (isWanted(number, wanted) && !found.has(number.number)) {
        found.set(number.number, { ...number, row: offset + place });
      }
    }
    walked.to += numbers.length;
    walked.total = numbers.length === 0 ? walked.to : Math.max(total, walked.to);
    walk.stride = numbers.length || walk.stride;
    walk.ages.push(page);
  }
}

function isWanted({ number }: TelephoneNumber, { readings }: NumberQuery): boolean {
  const listed = parsePhone(number);
  return listed !== undefined && canBeSamePhone(readings, listed);
}

/** Numbers with the names of their customers, as far as these are known soon. */
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
