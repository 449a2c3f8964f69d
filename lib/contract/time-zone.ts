/** Whether this is `UTC` or a zone's IANA name, as far as the platform knows zones. Writes nothing in any language. */
export function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone });
    return true;
  } catch {
    return false;
  }
}
