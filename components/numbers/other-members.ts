import type { TelephoneNumber } from "#lib/contract/number.ts";

/**
 * The maximum number of columns for additional members. More columns would leave too little space for the customer's
 * name. The raw data shows all members.
 */
const maxColumns = 3;
const maxNameLength = 40;
const maxValueLength = 200;

/** True if the text is a time in the specification's format. */
export const isInstant = (text: string) =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(text) && !Number.isNaN(Date.parse(text));

/** The text of a member for a cell, shortened if it is long. Undefined if there is nothing to show. */
export function otherMember({ number, customerID, raw }: TelephoneNumber, name: string): string | undefined {
  const value = Object.hasOwn(raw, name) ? raw[name] : undefined;
  if (value === null || value === undefined || typeof value === "object") return undefined;
  const text = String(value);
  return text === "" || text === number || text === customerID ? undefined : text.slice(0, maxValueLength);
}

/** The names of the additional members that get a column, the most frequent first. */
export function otherMemberNames(numbers: readonly TelephoneNumber[]): string[] {
  const counts = new Map<string, number>();
  for (const number of numbers) {
    for (const name of Object.keys(number.raw)) {
      if (name.length > maxNameLength || otherMember(number, name) === undefined) continue;
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, maxColumns)
    .map(([name]) => name);
}

/** Turns a member's name into a heading, such as `assignedAt` into "Assigned at". */
export function memberHeading(name: string): string {
  const words = name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replace(/[_-]+/g, " ")
    .trim();
  // Keeps abbreviations such as ID in upper case.
  const lower = words.replace(/\p{Lu}\p{Ll}+/gu, (word) => word.toLowerCase());
  return lower.charAt(0).toUpperCase() + lower.slice(1);
}
