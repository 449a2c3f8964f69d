import { createHash } from "node:crypto";

/** Sorts the members, so that equal requests have equal text even if their members were in another order. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, ordered(member)]));
}

/** SHA-256 of a request, in hexadecimal, independent of the order of its members. */
export function requestHash(request: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify(ordered(request)))
    .digest("hex");
}
