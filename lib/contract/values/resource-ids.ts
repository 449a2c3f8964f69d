const resourceID = /^(?!\.{1,2}$)(?!\s)[^\p{Cc}\p{Cs}/\\%?#]{1,200}(?<!\s)$/u;

/**
 * True for an ID that may be requested. The specification's IDs are UUIDs, but other APIs may have IDs of another form.
 * Text that could change the path is refused: slashes and backslashes, `.` and `..`, `%`, `?`, `#`, control characters,
 * half a surrogate pair, spaces at the start or the end, and more than 200 characters.
 */
export function isResourceID(text: string): boolean {
  return resourceID.test(text);
}

/** An ID from a URL. Undefined for any other text. */
export function resourceIDFrom(text: string | null | undefined): string | undefined {
  return text != null && isResourceID(text) ? text : undefined;
}

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

const capital = /[A-F]/;

/**
 * A key under which customer IDs are compared. It is in lower case for a UUID, because letter case does not matter
 * there. Any other ID is its own key.
 */
export function idKey(customerID: string): string {
  return capital.test(customerID) && uuid.test(customerID) ? customerID.toLowerCase() : customerID;
}
