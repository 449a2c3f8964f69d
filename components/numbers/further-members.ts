import type { TelephoneNumber } from "#lib/contract/number.ts";

const maxCharacters = 200;

/**
 * The API's other data about a number, in one line: `country: DE, type: geographic`.
 * Members that hold others are left to the whole record.
 */
export function furtherMembers({ number, customerID, raw }: TelephoneNumber): string {
  const known = new Set([number, customerID]);
  const further = Object.entries(raw).filter(
    ([, value]) =>
      value !== null && value !== "" && typeof value !== "object" && value !== undefined && !known.has(String(value)),
  );
  return further
    .map(([name, value]) => `${name}: ${value}`)
    .join(", ")
    .slice(0, maxCharacters);
}
