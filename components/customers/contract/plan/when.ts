import type { EnteredTime } from "#components/forms/planned-time/planned-time.ts";
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
  at: { local: "", zone: "" },
  until: { local: "", zone: "" },
};

export const isPlan = ({ kind }: When): boolean => kind !== "now";

const longest = 100;

const isText = (value: unknown): value is string => typeof value === "string" && value.length <= longest;

function enteredFrom(value: unknown): EnteredTime | undefined {
  if (!isRecord(value) || !isText(value.local) || !isText(value.zone)) return undefined;
  return { local: value.local, zone: value.zone, ...(isText(value.offset) && { offset: value.offset }) };
}

/** Parses a time stored in a draft; "now" for any other value. */
export function parseWhen(kept: unknown): When {
  if (!hasShape<When>(kept, { kind: "string", at: "object", until: "object" })) return rightNow;
  const kind = whenKinds.find((known) => known === kept.kind);
  const [at, until] = [enteredFrom(kept.at), enteredFrom(kept.until)];
  return kind && at && until ? { kind, at, until } : rightNow;
}
