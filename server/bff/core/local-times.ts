/// <reference lib="esnext.temporal" />
import type { TimeReading } from "#lib/contract/errors.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { PlannedTime } from "#lib/contract/operations/planned-time.ts";
import { readingsOf } from "#server/bff/store/local-readings.ts";
import type { ChosenTime } from "#server/bff/store/planned/planned-rows.ts";

const localOf = (time: Temporal.ZonedDateTime) => time.toPlainDateTime().toString({ smallestUnit: "minute" });

const readingOf = (time: Temporal.ZonedDateTime): TimeReading => ({
  at: new Date(time.epochMilliseconds).toISOString(),
  local: localOf(time),
  zone: time.timeZoneId,
  offset: time.offset,
});

/** Converts an instant to a local time in a zone. */
export function timeInZone(atMs: number, zone: string): ChosenTime {
  const time = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(zone);
  return {
    atMs,
    local: time
      .toPlainDateTime()
      .toString({ smallestUnit: "millisecond" })
      .replace(/(:00)?\.000$/, ""),
    zone,
    offset: time.offset,
  };
}

/**
 * The instant of a chosen time. If the clocks skip or repeat the local time, the offset selects one of two instants. If
 * the offset is then missing, or if it does not fit the local time, throws `unclear_time` with the possible instants.
 * `consequence` begins the message.
 */
export function resolveTime(time: PlannedTime, field: string, consequence = "Nothing was planned"): ChosenTime {
  if (typeof time === "string") return timeInZone(Date.parse(time), "UTC");
  const { local, zone, offset } = time;
  const [earlier, later] = readingsOfField(local, zone, { field, consequence });
  const isOnce = earlier.epochMilliseconds === later.epochMilliseconds;
  const doesExist = localOf(earlier) === local;
  const found = [earlier, later].find((one) => localOf(one) === local && one.offset === offset) ?? (isOnce && earlier);
  if (found && (offset === undefined || found.offset === offset)) {
    return { atMs: found.epochMilliseconds, local, zone, offset: found.offset };
  }
  const why = isOnce
    ? `${local} in ${zone} has the offset ${earlier.offset}, not ${offset}`
    : doesExist
      ? `${local} exists twice in ${zone}, because the clocks are set back`
      : `${local} does not exist in ${zone}, because the clocks are set forward`;
  const readings = (isOnce ? [earlier] : [earlier, later]).map(readingOf);
  throw new AppError("unclear_time", `${consequence}: ${why}. Choose the time that you mean.`, {
    readings,
    errors: [{ field, message: `is not clear: ${readings.map(({ at }) => at).join(" or ")}` }],
  });
}

function readingsOfField(local: string, zone: string, { field, consequence }: { field: string; consequence: string }) {
  try {
    return readingsOf(local, zone);
  } catch {
    const message = "must be a date and time that exist, in a zone that exists";
    throw new AppError("invalid_request", `${consequence}: ${field} ${message}.`, {
      errors: [{ field, message }],
    });
  }
}

/** True if the local time still means the stored instant. The rules of its time zone may have changed. */
export function isSameInstant({ atMs, local, zone }: ChosenTime): boolean {
  try {
    return readingsOf(local, zone).some(({ epochMilliseconds }) => epochMilliseconds === atMs);
  } catch {
    return false;
  }
}
