import { minuteMs } from "#lib/contract/values/time-units.ts";
import { settlingMs } from "#server/bff/store/known/causes.ts";
import type { KnownWindow, LeftOutCustomer, NewestReading } from "#server/bff/store/known/known-windows.ts";
import { isReadAgain, pageLimit } from "./read-window.ts";

/** How often customers are read (server/bff/config/env.ts). */
export interface FillingRules {
  maxAgeMs: number;
  callsPerMinute: number;
}

/** The next step for an environment. `count` needs no call to the API. */
export type FillingStep =
  | { kind: "count" | "ask" | "page"; window: KnownWindow; dueMs: number }
  | { kind: "newest"; offset: number; dueMs: number }
  | { kind: "customer"; customer: LeftOutCustomer; dueMs: number };

/** The pause between two calls, in milliseconds. */
export const pauseMs = ({ callsPerMinute }: FillingRules): number => minuteMs / callsPerMinute;

/**
 * The pause between two reads of the newest customers, in milliseconds. Usually a minute. With few calls per minute the
 * pause is longer, so that these reads take at most a third of the calls.
 */
export const newestEveryMs = (rules: FillingRules): number => Math.max(minuteMs, 3 * pauseMs(rules));

/** The share of the maximum age in which all windows are read once. The rest is for pauses and retries. */
const cycleShare = 0.85;

/** A page whose customers have reached this share of the maximum age is read as soon as possible. */
const lateShare = 0.9;

/** The number of calls that reading a window takes. */
const callsOf = ({ calls, customers }: KnownWindow) => Math.max(calls, Math.ceil(customers / pageLimit), 1);

/**
 * When the customers of the next page were last read, in milliseconds since 1970. The time is estimated from the
 * start and the end of the window's last complete read.
 */
export function lastShownAt(window: KnownWindow): number {
  const { readFrom, readUntil, reading } = window;
  const share = Math.min((reading?.calls ?? 0) / callsOf(window), 1);
  return (readFrom ?? 0) + share * ((readUntil ?? 0) - (readFrom ?? 0));
}

/**
 * Adds the step that reads a customer again whose last reading was left out (`LeftOutCustomer`). This step is due
 * `settlingMs` after that reading. Returns the step that is due first.
 */
export function withLeftOut(step: FillingStep | undefined, customer: LeftOutCustomer | null): FillingStep | undefined {
  if (!customer || step?.kind === "count") return step;
  const dueMs = customer.leftOutAt + settlingMs;
  return step && step.dueMs <= dueMs ? step : { kind: "customer", customer, dueMs };
}

const minBy = <Item>(items: readonly Item[], rank: (item: Item) => number): Item | undefined =>
  items.reduce<Item | undefined>((best, one) => (best && rank(best) <= rank(one) ? best : one), undefined);

/**
 * The next step of an environment. A window whose pages are all read is finished first. Then come unread windows, and
 * windows that are read again because their count did not agree. After that, the newest customers are read once a
 * minute, and otherwise the window that was read longest ago. The pages of that window are spread evenly over the
 * maximum age. Undefined if there is no window to read.
 */
export function nextStep(
  windows: readonly KnownWindow[],
  newest: NewestReading | null,
  rules: FillingRules,
  nowMs: number,
): FillingStep | undefined {
  const inPhase = (phase: string) => windows.find(({ reading }) => reading?.phase === phase);
  const counted = inPhase("count");
  if (counted) return { kind: "count", window: counted, dueMs: 0 };
  const asked = inPhase("ask");
  if (asked) return { kind: "ask", window: asked, dueMs: 0 };
  // A closed window waits for the API's first answer about the next window and has no page to read.
  const unread = windows.filter(({ readUntil, reading }) => readUntil === null && reading?.phase !== "compare");
  const urgent = unread.find(({ reading }) => reading !== null) ?? unread[0] ?? windows.find(isReadAgain);
  if (urgent) return { kind: "page", window: urgent, dueMs: 0 };
  const ages = windows.filter(({ reading }) => reading?.phase !== "compare");
  const oldest = ages.find(({ reading }) => reading !== null) ?? minBy(ages, ({ readFrom }) => readFrom ?? 0);
  if (!oldest) return undefined;
  const lastReadMs = Math.max(
    ...windows.map(({ readUntil, reading }) => Math.max(reading?.lastAt ?? 0, readUntil ?? 0)),
  );
  const everyMs = (cycleShare * rules.maxAgeMs) / windows.reduce((sum, window) => sum + callsOf(window), 0);
  const rotation: FillingStep = {
    kind: "page",
    window: oldest,
    dueMs: Math.min(lastReadMs + everyMs, lastShownAt(oldest) + lateShare * rules.maxAgeMs),
  };
  const newestAtMs = newest?.at ?? lastReadMs;
  const newestDueMs = newest !== null && newest.offset > 0 ? 0 : newestAtMs + newestEveryMs(rules);
  // If there are not enough calls for the newest customers and the window, the newest customers are read first.
  return newestDueMs <= Math.max(rotation.dueMs, nowMs)
    ? { kind: "newest", offset: newest?.offset ?? 0, dueMs: newestDueMs }
    : rotation;
}
