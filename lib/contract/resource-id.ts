import { z } from "zod";

/**
 * An ID that may be asked for: the specification's are UUIDs, other APIs' need not be. What could
 * lead a path elsewhere is none: a slash or a backslash, `.` and `..`, `%`, `?`, `#`, control
 * characters, half a surrogate pair, blanks around it, and more than 200 characters.
 */
export const resourceIDSchema = z
  .string()
  .regex(/^(?!\.{1,2}$)(?!\s)[^\p{Cc}\p{Cs}/\\%?#]{1,200}(?<!\s)$/u, { error: "is not an ID" });
