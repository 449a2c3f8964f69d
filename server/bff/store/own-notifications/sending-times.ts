/// <reference lib="esnext.temporal" />
import type { OwnNotificationSettings, QuietHours } from "#lib/contract/console/own-notification-settings.ts";
import type { Preferences } from "#lib/contract/console/preferences.ts";
import { defaultDigestAt, ownNotificationKind } from "#lib/contract/values/console/own-notification-kinds.ts";

export type OwnChannel = "email" | "endpoint";

const inZone = (atMs: number, zone: string) => Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(zone);

/** The instant of a local time on a day. If the clocks skip this time, it is later by the skipped time. */
const instantOf = (day: Temporal.PlainDate, time: string, zone: string): number =>
  day.toZonedDateTime({ timeZone: zone, plainTime: Temporal.PlainTime.from(time) }).epochMilliseconds;

/** When the quiet hours end that contain `nowMs`. Null if `nowMs` is outside the quiet hours. */
function quietEnd({ from, to, days }: QuietHours, zone: string, nowMs: number): number | null {
  const today = inZone(nowMs, zone).toPlainDate();
  // Quiet hours that began yesterday may still last.
  for (const day of [today.subtract({ days: 1 }), today]) {
    if (!days.includes(day.dayOfWeek)) continue;
    const endMs = instantOf(to > from ? day : day.add({ days: 1 }), to, zone);
    if (instantOf(day, from, zone) <= nowMs && nowMs < endMs) return endMs;
  }
  return null;
}

/** `nowMs`, or the end of the quiet hours that contain it. */
function afterQuiet(quiet: QuietHours | undefined, zone: string, nowMs: number): number {
  let atMs = nowMs;
  // Quiet hours can follow each other directly, for example on two whole days.
  for (let end = quiet && quietEnd(quiet, zone, atMs); end; end = quiet && quietEnd(quiet, zone, atMs)) atMs = end;
  return atMs;
}

/** The next time of the daily e-mail, after `nowMs`. */
function nextDigest(digestAt: string, zone: string, nowMs: number): number {
  const today = inZone(nowMs, zone).toPlainDate();
  const todayMs = instantOf(today, digestAt, zone);
  return todayMs > nowMs ? todayMs : instantOf(today.add({ days: 1 }), digestAt, zone);
}

const zoneOf = ({ timeZone, notifications }: Pick<Preferences, "timeZone" | "notifications">): string =>
  timeZone ?? notifications?.zone ?? "UTC";

function settingOf(settings: OwnNotificationSettings | undefined, kind: string, channel: OwnChannel) {
  const defaults = ownNotificationKind(kind);
  if (channel === "email") return settings?.email?.[kind] ?? defaults?.email ?? "off";
  return (settings?.endpoint?.[kind] ?? defaults?.endpoint ?? false) ? "now" : "off";
}

/**
 * When a new notification is due for a channel: now, with the daily e-mail, or when the quiet hours end. Null if the
 * person has turned its kind off for this channel.
 */
export function dueTime(
  preferences: Pick<Preferences, "timeZone" | "notifications">,
  { kind, channel }: { kind: string; channel: OwnChannel },
  nowMs: number,
): number | null {
  const { notifications } = preferences;
  const when = settingOf(notifications, kind, channel);
  if (when === "off") return null;
  const zone = zoneOf(preferences);
  const wantedMs = when === "now" ? nowMs : nextDigest(notifications?.digestAt ?? defaultDigestAt, zone, nowMs);
  return afterQuiet(notifications?.quiet, zone, wantedMs);
}

/**
 * When a due notification may be sent: now, or when the quiet hours end. Null if the person has turned its kind off
 * since.
 */
export function sendingTime(
  preferences: Pick<Preferences, "timeZone" | "notifications">,
  { kind, channel }: { kind: string; channel: OwnChannel },
  nowMs: number,
): number | null {
  if (settingOf(preferences.notifications, kind, channel) === "off") return null;
  return afterQuiet(preferences.notifications?.quiet, zoneOf(preferences), nowMs);
}
