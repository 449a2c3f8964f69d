import { z } from "zod";
import { isTimeZone } from "#lib/contract/time-zone.ts";
import { ownEmailTimes } from "#lib/contract/values/console/own-notification-kinds.ts";

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: "must be a time such as 08:00" });

/** A value for each kind. Kinds that only another version of the console knows are kept too. */
const perKind = <Schema extends z.ZodType>(schema: Schema) =>
  z.record(z.string().regex(/^[a-z][a-z-]{0,39}$/, { error: "must be a kind of notifications" }), schema);

/** ISO numbers of the days of the week: 1 is Monday. */
const days = z
  .array(z.int().min(1).max(7))
  .min(1, { error: "must have a day" })
  .max(7)
  .refine((numbers) => new Set(numbers).size === numbers.length, { error: "must name each day once" });

/** The hours in which nothing is sent. */
export const quietHoursSchema = z
  .strictObject({
    /** The local time at which the quiet hours begin. */
    from: clockTime,
    /** The local time at which they end. If it is not later than `from`, they end on the next day. */
    to: clockTime,
    /** The days on which they begin, as ISO numbers: 1 is Monday. */
    days,
  })
  .refine(({ from, to, days: { length } }) => from !== to || length < 7, {
    error: "must leave time in which something can be sent",
  });

export type QuietHours = z.infer<typeof quietHoursSchema>;

/** When and where a person's own notifications are sent. An absent kind has its default. */
export const ownNotificationSettingsSchema = z.object({
  /** When each kind is sent by e-mail. */
  email: perKind(z.enum(ownEmailTimes, { error: `must be one of ${ownEmailTimes.join(", ")}` })).optional(),
  /** Whether each kind is sent to the notification endpoint. */
  endpoint: perKind(z.boolean({ error: "must be true or false" })).optional(),
  /** The local time of the daily e-mail. Absent: 08:00. */
  digestAt: clockTime.optional(),
  /** The hours in which nothing is sent. Absent: there are none. */
  quiet: quietHoursSchema.optional(),
  /** The time zone of these times. The person's time zone takes precedence, if the person has chosen one. */
  zone: z.string().max(64).refine(isTimeZone, { error: "must be UTC or a time zone such as Europe/Berlin" }),
});

export type OwnNotificationSettings = z.infer<typeof ownNotificationSettingsSchema>;
