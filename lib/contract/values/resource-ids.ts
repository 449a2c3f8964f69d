const resourceID = /^(?!\.{1,2}$)(?!\s)[^\p{Cc}\p{Cs}/\\%?#]{1,200}(?<!\s)$/u;

/**
 * An ID that may be requested: the specification's IDs are UUIDs, other APIs' need not be. Text that could change the
 * path is not accepted: a slash or a backslash, `.` and `..`, `%`, `?`, `#`, control characters, half a surrogate pair,
 * surrounding blanks, and more than 200 characters.
 */
export function isResourceID(text: string): boolean {
  return resourceID.test(text);
}

/** An ID as it stands in an address; undefined for anything else. */
export function resourceIDFrom(text: string | null | undefined): string | undefined {
  return text != null && isResourceID(text) ? text : undefined;
}

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

const capital = /[A-F]/;

/** The specification's IDs are UUIDs, which mean the same in any letter case. Most need no copy. */
export function idKey(customerID: string): string {
  return capital.test(customerID) && uuid.test(customerID) ? customerID.toLowerCase() : customerID;
}
