import { type EnteredTime, enterTime, requestTime, textProblem } from "#components/forms/time/entered-time.ts";
import type { FreezeRepeats } from "#lib/contract/operations/freeze.ts";
import type { FreezeScope } from "#lib/contract/values/operations/freeze-values.ts";
import type { FreezeInput } from "#lib/query/operations/freezes.ts";
import { freezeTexts as texts } from "./texts.ts";

/** The fields of the form, as a person has filled them. */
export interface FreezeFields {
  scope: FreezeScope;
  includesReverts: boolean;
  reason: string;
  when: "now" | "later" | "week" | "month";
  start: EnteredTime;
  end: EnteredTime;
  days: readonly number[];
  counted: "start" | "end";
  day: string;
  count: string;
  from: string;
  to: string;
  zone: string;
}

export const emptyFreeze = (zone: string, nowMs: number): FreezeFields => ({
  scope: "all",
  includesReverts: false,
  reason: "",
  when: "now",
  start: enterTime("", zone, nowMs),
  end: enterTime("", zone, nowMs),
  days: [6],
  counted: "end",
  day: "2",
  count: "2",
  from: "22:00",
  to: "06:00",
  zone,
});

export type FreezeField = "reason" | "start" | "end" | "days" | "day" | "count" | "from" | "to";

/** The limits of a monthly freeze. The server checks them too. */
export const maxDay = 28;
export const maxCount = 14;

const timePattern = /^([01]\d|2[0-3]):[0-5]\d$/;

const isNumberTo = (text: string, most: number) => /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= most;

function endProblem({ when, start, end }: FreezeFields, nowMs: number): string | undefined {
  if (end.text === "" || !end.reading)
    return end.text === "" ? undefined : textProblem(end, nowMs, { start: start.reading });
  const endMs = Date.parse(end.reading.at);
  if (endMs <= nowMs) return texts.past;
  return when === "later" && start.reading && endMs <= Date.parse(start.reading.at) ? texts.endsFirst : undefined;
}

/** The messages for the fields, in the order of the form. */
export function freezeProblems(fields: FreezeFields, nowMs: number): Partial<Record<FreezeField, string>> {
  const { reason, when, start, days, counted, day, count, from, to } = fields;
  const isMonth = when === "month";
  const recurs = isMonth || when === "week";
  const problems: Partial<Record<FreezeField, string | undefined>> = {
    reason: reason.trim() === "" ? texts.noReason : undefined,
    start: when === "later" ? textProblem(start, nowMs) : undefined,
    days: when === "week" && days.length === 0 ? texts.noDays : undefined,
    day: isMonth && !isNumberTo(day, maxDay) ? texts.badNumber(maxDay) : undefined,
    count: isMonth && !isNumberTo(count, maxCount) ? texts.badNumber(maxCount) : undefined,
    from: recurs && !timePattern.test(from) ? texts.badTime : undefined,
    to: recurs && !timePattern.test(to) ? texts.badTime : undefined,
    end: endProblem(fields, nowMs),
  };
  if (isMonth && counted === "end" && !problems.day && !problems.count && Number(count) > Number(day)) {
    problems.count = texts.pastMonth;
  }
  const found = Object.entries(problems).filter(([, message]) => message !== undefined);
  return Object.fromEntries(found) as Partial<Record<FreezeField, string>>;
}

function repeatsOf({ when, days, counted, day, count, from, to }: FreezeFields): FreezeRepeats | undefined {
  if (when === "week") return { every: "week", days: [...days].toSorted(), from, to };
  if (when === "month") return { every: "month", counted, day: Number(day), days: Number(count), from, to };
  return undefined;
}

/** The request of a form without problems. */
export function freezeInput(freezeID: string, fields: FreezeFields): FreezeInput {
  const { scope, includesReverts, reason, when, start, end, zone } = fields;
  const repeats = repeatsOf(fields);
  return {
    freezeID,
    scope,
    includesReverts,
    reason: reason.trim(),
    ...(when === "later" && start.reading && { start: requestTime(start.reading) }),
    ...(end.reading && { end: requestTime(end.reading) }),
    zone: repeats ? zone : (end.reading?.zone ?? start.reading?.zone ?? zone),
    ...(repeats && { repeats }),
  };
}
