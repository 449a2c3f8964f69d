import type { Operation } from "#lib/contract/operation.ts";
import { isUnderWay, outcomeDetailOf, outcomeOfDetail } from "#lib/contract/operation-outcome.ts";
import { isUncertain } from "#lib/operation-outcome.ts";

/** How long the same values from the same person count as the same creation; the console's server thinks so too. */
const justMs = 10 * 60_000;

/** One spelling for every order of members. */
function spelling(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spelling).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "";
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members
    .map(([name, member]) => `${JSON.stringify(name)}:${spelling(member)}`)
    .sort()
    .join()}}`;
}

/** A creation with the same values that was just begun, or is under way or unknown still: the newest. */
export function findSame(
  creations: readonly Operation[],
  body: Readonly<Record<string, unknown>>,
  nowMs: number,
): Operation | undefined {
  const wanted = spelling(body);
  return creations.find((operation) => {
    const detail = outcomeDetailOf(operation);
    const outcome = outcomeOfDetail[detail];
    const isJust = outcome === "done" && nowMs - Date.parse(operation.createdAt) < justMs;
    return (isJust || isUnderWay(outcome) || isUncertain(detail)) && spelling(operation.request) === wanted;
  });
}
