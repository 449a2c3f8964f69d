const resourceID = /^(?!\.{1,2}$)(?!\s)[^\p{Cc}\p{Cs}/\\%?#]{1,200}(?<!\s)$/u;

/**
 * True for an ID that may be used in a request. The specification's IDs are UUIDs, but APIs may use different forms.
 * The check refuses text that could change the path: slashes and backslashes, `.` and `..`, `%`, `?`, `#`, control
 * characters, unpaired surrogates, leading or trailing spaces, and more than 200 characters.
 */
export function isResourceID(text: string): boolean {
  return resourceID.test(text);
}

/** Parses an ID from a URL. Undefined for any other text. */
export function resourceIDFrom(text: string | null | undefined): string | undefined {
  return text != null && isResourceID(text) ? text : undefined;
}

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

const capital = /[A-F]/;

/**
 * Returns the key by which customer IDs are compared. A UUID is converted to lower case, because its letter case does
 * not matter. Any other ID stays unchanged.
 */
export function idKey(customerID: string): string {
  return capital.test(customerID) && uuid.test(customerID) ? customerID.toLowerCase() : customerID;
}
