import { createHash } from "node:crypto";

/** Sorts the members of objects, so that equal requests have equal texts. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, ordered(member)]));
}

/** The SHA-256 of a request, in hexadecimal. The order of the members does not matter. */
export function requestHash(request: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify(ordered(request)))
    .digest("hex");
}
