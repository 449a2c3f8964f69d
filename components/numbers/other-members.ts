import type { TelephoneNumber } from "#lib/contract/number.ts";

/** More would leave too little room for the customer's name; the raw data has all of them. */
const maxColumns = 3;
const maxNameLength = 40;
const maxValueLength = 200;

/** True of an instant as the specification writes them. */
export const isInstant = (text: string) =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(text) && !Number.isNaN(Date.parse(text));

/** A member of the API's record as a cell shows it, cut where it is long; undefined where there is nothing to show. */
export function otherMember({ number, customerID, raw }: TelephoneNumber, name: string): string | undefined {
  const value = Object.hasOwn(raw, name) ? raw[name] : undefined;
  if (value === null || value === undefined || typeof value === "object") return undefined;
  const text = String(value);
  return text === "" || text === number || text === customerID ? undefined : text.slice(0, maxValueLength);
}

/** The other members that these numbers have, those of the most numbers first. */
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

/** `assignedAt` as a heading: "Assigned at". */
export function memberHeading(name: string): string {
  const words = name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replace(/[_-]+/g, " ")
    .trim();
  // An abbreviation such as ID stays one.
  const lower = words.replace(/\p{Lu}\p{Ll}+/gu, (word) => word.toLowerCase());
  return lower.charAt(0).toUpperCase() + lower.slice(1);
}
