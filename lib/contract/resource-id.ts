import { z } from "zod";

/**
 * An ID that may be asked for: the specification's are UUIDs, other APIs' need not be. What could
 * lead a path elsewhere is none: a slash or a backslash, `.` and `..`, `%`, `?`, `#`, control
 * characters, half a surrogate pair, blanks around it, and more than 200 characters.
 */
export const resourceIDSchema = z
  .string()
  .regex(/^(?!\.{1,2}$)(?!\s)[^\p{Cc}\p{Cs}/\\%?#]{1,200}(?<!\s)$/u, { error: "is not an ID" });

/** The specification's IDs are UUIDs, which mean the same in any letter case. */
export function idKey(customerID: string): string {
  const isUuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(customerID);
  return isUuid ? customerID.toLowerCase() : customerID;
}
