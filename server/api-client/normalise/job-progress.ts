import type { JobState } from "#lib/contract/job.ts";
import { type Members, membersOf, pickMember, toCount, toRecord } from "./members.ts";

const percentNames = [
  "percentcomplete",
  "percentagecomplete",
  "percentcompleted",
  "progresspercent",
  "progresspercentage",
  "percent",
  "percentage",
];
const plainNames = ["progress", "completion"];

/** A number from 0 to 100 as the API sent it, and whether a sign says that it counts hundredths. */
function toNumber(value: unknown): { value: number; isPercent: boolean } | undefined {
  const text = typeof value === "string" ? value.trim() : "";
  const isPercent = text.endsWith("%");
  const digits = isPercent ? text.slice(0, -1).trimEnd() : text;
  const number = /^\d{1,3}(?:\.\d{1,15})?$/.test(digits) ? Number(digits) : value;
  if (typeof number !== "number" || !(number >= 0 && number <= 100)) return undefined;
  return { value: number, isPercent };
}

const toPercent = (value: unknown) => {
  const number = toNumber(value);
  return number && number.value / 100;
};

/**
 * How far a job is, from 0 to 1, whichever way the API counts: a share or hundredths. Exactly 1 may
 * mean either; it is all of a job that has succeeded and one hundredth of any other, because "done"
 * too early is the worse mistake. Nonsense is absent.
 */
export function jobProgress(members: Members, state: JobState): number | undefined {
  const toShare = (value: unknown) => {
    const number = toNumber(value);
    if (number === undefined) return undefined;
    const isShare = !number.isPercent && (number.value < 1 || (number.value === 1 && state === "succeeded"));
    return isShare ? number.value : number.value / 100;
  };
  const direct = pickMember(members, percentNames, toPercent) ?? pickMember(members, plainNames, toShare);
  if (direct !== undefined) return direct;
  const nested = pickMember(members, plainNames, toRecord);
  if (nested === undefined) return undefined;
  const inner = membersOf(nested);
  const done = pickMember(inner, ["completed", "current", "done", "finished"], toCount);
  const all = pickMember(inner, ["total", "of", "all"], toCount);
  if (done !== undefined && all !== undefined && all > 0 && done <= all) return done / all;
  return pickMember(inner, percentNames, toPercent) ?? pickMember(inner, ["value"], toShare);
}
