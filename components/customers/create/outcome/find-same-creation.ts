import { isInProgress, outcomeDetailOf, outcomeOfDetail } from "#lib/contract/operation-outcome.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import { isOutcomeUncertain } from "#lib/operations/operation-outcome.ts";

/**
 * Within this time, in milliseconds, the same values from the same person count as the same creation. The server uses
 * the same time.
 */
const justMs = 10 * 60_000;

/** The same text for equal values, whatever the order of their members. */
function spelling(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spelling).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "";
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members
    .map(([name, member]) => `${JSON.stringify(name)}:${spelling(member)}`)
    .sort()
    .join()}}`;
}

/** The newest creation with the same values that was just started, is in progress or has an unknown outcome. */
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

/** The maximum difference between the clocks of a browser and the console, in milliseconds. */
const clocksMs = 5_000;

/** True if this operation is the record of the sent draft. */
export function isOperationOf(
  { request, createdAt }: Pick<Operation, "request" | "createdAt">,
  sent: { body: Readonly<Record<string, unknown>>; at: string },
): boolean {
  return Date.parse(createdAt) >= Date.parse(sent.at) - clocksMs && spelling(request) === spelling(sent.body);
}
