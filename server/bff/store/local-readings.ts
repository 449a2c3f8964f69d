/// <reference lib="esnext.temporal" />

/**
 * The two instants that a local time may mean. They differ only if the clocks are changed at that time. `local` is
 * written `YYYY-MM-DDTHH:MM`. @throws RangeError for a local time or a zone that does not exist.
 */
export function readingsOf(local: string, zone: string): [Temporal.ZonedDateTime, Temporal.ZonedDateTime] {
  const plain = Temporal.PlainDateTime.from(local);
  const read = (disambiguation: "earlier" | "later") => plain.toZonedDateTime(zone, { disambiguation });
  return [read("earlier"), read("later")];
}
