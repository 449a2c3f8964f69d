/// <reference lib="esnext.temporal" />
import type { OwnNotificationSettings, QuietHours } from "#lib/contract/console/own-notification-settings.ts";
import type { Preferences } from "#lib/contract/console/preferences.ts";
import { defaultDigestAt, ownNotificationKind } from "#lib/contract/values/console/own-notification-kinds.ts";

export type OwnChannel = "email" | "endpoint";

const inZone = (atMs: number, zone: string) => Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(zone);

/** The instant of a local time on a day. A time that the clocks skip is read as if they had not been changed yet. */
const at = (day: Temporal.PlainDate, time: string, zone: string): number =>
  day.toZonedDateTime({ timeZone: zone, plainTime: Temporal.PlainTime.from(time) }).epochMilliseconds;

/** The end of the quiet hours that contain this time. Null if no quiet hours contain it. */
function quietEnd({ from, to, days }: QuietHours, zone: string, nowMs: number): number | null {
  const today = inZone(nowMs, zone).toPlainDate();
  // Quiet hours that began yesterday may still last.
  for (const day of [today.subtract({ days: 1 }), today]) {
    if (!days.includes(day.dayOfWeek)) continue;
    const endMs = at(to > from ? day : day.add({ days: 1 }), to, zone);
    if (at(day, from, zone) <= nowMs && nowMs < endMs) return endMs;
  }
  return null;
}

/** The first time from `nowMs` on that is outside the quiet hours. */
function afterQuiet(quiet: QuietHours | undefined, zone: string, nowMs: number): number {
  let atMs = nowMs;
  // Quiet hours of whole days follow each other directly.
  for (let end = quiet && quietEnd(quiet, zone, atMs); end; end = quiet && quietEnd(quiet, zone, atMs)) atMs = end;
  return atMs;
}

/** The next time of the daily e-mail, after `nowMs`. */
function nextDigest(digestAt: string, zone: string, nowMs: number): number {
  const today = inZone(nowMs, zone).toPlainDate();
  const todayMs = at(today, digestAt, zone);
  return todayMs > nowMs ? todayMs : at(today.add({ days: 1 }), digestAt, zone);
}

const zoneOf = ({ timeZone, notifications }: Pick<Preferences, "timeZone" | "notifications">): string =>
  timeZone ?? notifications?.zone ?? "UTC";

function chosen(settings: OwnNotificationSettings | undefined, kind: string, channel: OwnChannel) {
  const defaults = ownNotificationKind(kind);
  if (channel === "email") return settings?.email?.[kind] ?? defaults?.email ?? "off";
  return (settings?.endpoint?.[kind] ?? defaults?.endpoint ?? false) ? "now" : "off";
}

/**
 * When a notification of this kind is due for a channel: now, with the daily e-mail, or when the quiet hours end. Null
 * if the person does not want it there.
 */
export function tellingTime(
  preferences: Pick<Preferences, "timeZone" | "notifications">,
  { kind, channel }: { kind: string; channel: OwnChannel },
  nowMs: number,
): number | null {
  const { notifications } = preferences;
  const when = chosen(notifications, kind, channel);
  if (when === "off") return null;
  const zone = zoneOf(preferences);
  const wantedMs = when === "now" ? nowMs : nextDigest(notifications?.digestAt ?? defaultDigestAt, zone, nowMs);
  return afterQuiet(notifications?.quiet, zone, wantedMs);
}

/**
 * When a notification that is due now may be sent: now, or when the quiet hours end. Null if the person does not want it
 * any more.
 */
export function sendingTime(
  preferences: Pick<Preferences, "timeZone" | "notifications">,
  { kind, channel }: { kind: string; channel: OwnChannel },
  nowMs: number,
): number | null {
  if (chosen(preferences.notifications, kind, channel) === "off") return null;
  return afterQuiet(preferences.notifications?.quiet, zoneOf(preferences), nowMs);
}
