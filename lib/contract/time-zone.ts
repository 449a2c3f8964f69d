/** True for every time zone that this JavaScript runtime accepts: `UTC`, IANA names, and offsets such as `+01:00`. */
export function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone });
    return true;
  } catch {
    return false;
  }
}
