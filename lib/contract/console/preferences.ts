import { z } from "zod";
import { ownNotificationSettingsSchema } from "#lib/contract/console/own-notification-settings.ts";
import { sessionSchema } from "#lib/contract/console/session.ts";
import { tableLayoutSchema } from "#lib/contract/console/view.ts";
import { isTimeZone } from "#lib/contract/time-zone.ts";
import { windowPresets } from "#lib/contract/values/customers/customer-filters.ts";

const viewID = z.string().regex(/^[\w-]{1,64}$/, { error: "must be the ID of a saved view" });

const members = {
  /** An IANA name or `UTC`. Absent: the browser's own time zone. */
  timeZone: z.string().max(64).refine(isTimeZone, { error: "must be UTC or a time zone such as Europe/Berlin" }),
  /** Set if times are shown in UTC instead of the time zone that the person has chosen. */
  showUTC: z.literal(true, { error: "must be true or null" }),
  /** The layout of the customers table. A view with its own layout overrides this layout. */
  ...tableLayoutSchema.shape,
  /**
   * The columns of other lists that are hidden by default and that the person has shown, such as `operations.jobID`.
   */
  extraColumns: z
    .array(z.string().regex(/^[A-Za-z]{1,30}\.[A-Za-z]{1,30}$/, { error: "must be a list and a column" }))
    .max(60),
  /** The saved view that the customers page opens with. This view takes precedence over `defaultWindow`. */
  defaultView: viewID,
  /** The saved view that the person opened last. */
  recentView: viewID,
  /** The range of creation dates that the customers page opens with. */
  defaultWindow: z.enum(windowPresets, { error: `must be one of ${windowPresets.join(", ")}` }),
  /** Single-key shortcuts, such as `/` for the search. */
  shortcuts: z.enum(["on", "off"], { error: "must be on or off" }),
  /** Set if the person has closed the hint about the lookup. */
  lookupHintDismissed: z.literal(true, { error: "must be true or null" }),
  /** The ID of the announcement that the person has closed. A newer announcement has another ID. */
  dismissedAnnouncement: z.string().regex(/^[\w-]{1,64}$/, { error: "must be the ID of an announcement" }),
  /** When and where the person's own notifications are sent. */
  notifications: ownNotificationSettingsSchema,
  /** Set if the administrator has closed the list of first steps. */
  firstStepsDismissed: z.literal(true, { error: "must be true or null" }),
};

type Members = typeof members;

/** A person's preferences. They apply in every browser. An absent preference means its default value. */
export type Preferences = { [Name in keyof Members]?: z.infer<Members[Name]> | undefined };

/** The names of all preferences. */
export const preferenceNames = Object.keys(members) as readonly (keyof Members)[];

const given = Object.entries(members) as [string, z.ZodType][];

/** Parses stored preferences. Drops unknown members, and members whose value is no longer allowed. */
export const preferencesSchema = z.object(
  Object.fromEntries(given.map(([name, schema]) => [name, schema.optional().catch(undefined)])),
) as unknown as z.ZodType<Preferences>;

/** The body of `PUT /api/me/preferences`. An absent member stays unchanged; null removes it. */
export type PreferencesChange = { [Name in keyof Preferences]: Preferences[Name] | null };

export const preferencesChangeSchema = z
  .strictObject(Object.fromEntries(given.map(([name, schema]) => [name, schema.nullable().optional()])))
  .refine((change) => Object.keys(change).length > 0, {
    error: "must change something",
  }) as unknown as z.ZodType<PreferencesChange>;

/** The answer of `PUT /api/me/preferences`. */
export const preferencesAnswerSchema = z.object({ preferences: preferencesSchema });

/** The answer of `GET /api/me`. */
export const meSchema = z.object({ staff: sessionSchema.shape.staff, preferences: preferencesSchema });
