import { type EnteredTime, enterTime } from "#components/forms/time/entered-time.ts";
import { consoleNowMs } from "#lib/console-clock.ts";
import type { TimeReading } from "#lib/contract/errors.ts";
import { readLocalTime } from "#lib/format/local-time.ts";
import { hasShape, isRecord } from "#lib/requests/answer-shape.ts";

/** When a contract is changed: immediately, later, or later and then changed back. */
export const whenKinds = ["now", "at", "while"] as const;

export type WhenKind = (typeof whenKinds)[number];

export interface When {
  kind: WhenKind;
  at: EnteredTime;
  /** The end of a temporary change, in the same time zone as its start. */
  until: EnteredTime;
}

export const rightNow: When = {
  kind: "now",
  at: { text: "", zone: "" },
  until: { text: "", zone: "" },
};

export const isPlan = ({ kind }: When): boolean => kind !== "now";

const longest = 100;

const isText = (value: unknown): value is string => typeof value === "string" && value.length <= longest;

/** Returns the stored time only if the rules of its time zone still give the same instant. */
function readingFrom(value: unknown, zone: string): TimeReading | undefined {
  if (!isRecord(value) || !isText(value.local) || value.zone !== zone) return undefined;
  const { local, at, offset } = value;
  return readLocalTime(local, zone)?.readings.find(
    (one) => one.local === local && one.at === at && one.offset === offset,
  );
}

function enteredFrom(value: unknown, start?: TimeReading): EnteredTime | undefined {
  if (!isRecord(value) || !isText(value.text) || !isText(value.zone)) return undefined;
  const { text, zone } = value;
  try {
    const reading = readingFrom(value.reading, zone);
    return reading ? { text, zone, reading } : enterTime(text, zone, consoleNowMs(), { start });
  } catch {
    // The browser does not know the time zone.
    return undefined;
  }
}

/** Parses a time stored in a draft. Returns "now" if the value cannot be parsed. */
export function parseWhen(kept: unknown): When {
  if (!hasShape<When>(kept, { kind: "string", at: "object", until: "object" })) return rightNow;
  const kind = whenKinds.find((known) => known === kept.kind);
  const at = enteredFrom(kept.at);
  const until = enteredFrom(kept.until, at?.reading);
  return kind && at && until ? { kind, at, until } : rightNow;
}
