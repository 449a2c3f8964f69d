import { isInProgress, outcomeDetailOf, outcomeOfDetail } from "#lib/contract/operation-outcome.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import { isOutcomeUncertain } from "#lib/operations/operation-outcome.ts";

/**
 * The time, in milliseconds, within which equal values from the same person count as the same creation. The server uses
 * the same time.
 */
const justMs = 10 * 60_000;

/** Returns equal texts for equal values. The order of the members does not matter. */
function spelling(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spelling).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "";
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members
    .map(([name, member]) => `${JSON.stringify(name)}:${spelling(member)}`)
    .sort()
    .join()}}`;
}

/**
 * Finds the newest creation with the same values in one of three cases: it has succeeded and was started in the last
 * ten minutes; it is in progress; its outcome is uncertain.
 */
export function findSameCreation(
  creations: readonly Operation[],
  body: Readonly<Record<string, unknown>>,
  nowMs: number,
): Operation | undefined {
  const wanted = spelling(body);
  return creations.find((operation) => {
    const detail = outcomeDetailOf(operation);
    const outcome = outcomeOfDetail[detail];
    const isJust = outcome === "done" && nowMs - Date.parse(operation.createdAt) < justMs;
    return (isJust || isInProgress(outcome) || isOutcomeUncertain(detail)) && spelling(operation.request) === wanted;
  });
}

/** The maximum difference between the browser's clock and the console's clock, in milliseconds. */
const clocksMs = 5_000;

/**
 * True if sending this draft has probably created this operation. The operation has the same values, and is not older
 * than the request.
 */
export function isOperationOf(
  { request, createdAt }: Pick<Operation, "request" | "createdAt">,
  sent: { body: Readonly<Record<string, unknown>>; at: string },
): boolean {
  return Date.parse(createdAt) >= Date.parse(sent.at) - clocksMs && spelling(request) === spelling(sent.body);
}
