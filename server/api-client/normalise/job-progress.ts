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

/** Reads a number from 0 to 100, and whether it has a percent sign. Undefined for any other value. */
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
 * The progress of a job from 0 to 1. The API may send a fraction or a percentage. Exactly 1 is ambiguous: it means 100
 * % for a succeeded job, and 1 % otherwise, because showing "done" too early would be worse. Invalid values are
 * omitted.
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
