import { z } from "zod";
import { environmentSchema } from "#lib/contract/environment.ts";
import { isTimeZone } from "#lib/contract/time-zone.ts";
import { freezeScopes, maxFreezeReason } from "#lib/contract/values/operations/freeze-values.ts";
import { plannedTimeSchema } from "./planned-time.ts";

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: "must be a time such as 22:00" });

const hours = {
  /** The local times at which each freeze begins and ends. An end that is not after the beginning is on the next day. */
  from: timeOfDay,
  to: timeOfDay,
};

/** When a freeze recurs. `week`: on these days (1 is Monday). `month`: on days counted from the start or end of a month. */
export const freezeRepeatsSchema = z.discriminatedUnion("every", [
  z.strictObject({
    /** Whether the freeze recurs by the week or by the month. */
    every: z.literal("week"),
    days: z.array(z.int().min(1).max(7)).min(1, { error: "must name at least one day" }).max(7),
    ...hours,
  }),
  z.strictObject({
    /** Whether the freeze recurs by the week or by the month. */
    every: z.literal("month"),
    counted: z.enum(["start", "end"]),
    /** The first frozen day. Counted from the end of the month, 1 is the last day and 2 the day before it. */
    day: z.int().min(1).max(28),
    /** The number of days. */
    days: z.int().min(1).max(14),
    ...hours,
  }),
]);

export type FreezeRepeats = z.output<typeof freezeRepeatsSchema>;

/** `name`: the current name. Absent for a removed person. */
const person = z.object({ staffID: z.string(), email: z.string(), name: z.string().optional() });

const period = z.object({
  /** When the period begins; ISO 8601 in UTC. */
  start: z.string(),
  /** When the period ends. Absent: it has no known end. */
  end: z.string().optional(),
});

/** A freeze of an environment: one period, or a period that recurs. Times are ISO 8601 in UTC. */
export const freezeSchema = z.object({
  /** The ID of the freeze. */
  freezeID: z.string(),
  environment: environmentSchema,
  /** `all`: no write is sent. `planned`: no planned change is sent, other writes are possible. */
  scope: z.enum(freezeScopes),
  /** True if reverts of temporary changes are stopped too. */
  includesReverts: z.boolean(),
  reason: z.string(),
  /** When the freeze begins. For a recurring freeze, no period begins earlier. */
  start: z.string(),
  /** When the freeze ends. Absent: when an administrator releases it. A recurring freeze does not recur after this time. */
  end: z.string().optional(),
  /** The IANA name of the time zone in which the freeze was entered. */
  zone: z.string(),
  repeats: freezeRepeatsSchema.optional(),
  /** Set while the freeze is in force. */
  current: period.optional(),
  /** The next period. Absent if no period follows. */
  next: period.optional(),
  createdBy: person,
  createdAt: z.string(),
  /** The last early release, and until when it holds for a recurring freeze. */
  released: z.object({ by: person, at: z.string(), reason: z.string(), until: z.string().optional() }).optional(),
});

export type Freeze = z.infer<typeof freezeSchema>;

/** What is frozen now. The freeze of all writes comes first, then the freeze that ends last. */
export const frozenNowSchema = freezeSchema
  .pick({ freezeID: true, scope: true, includesReverts: true, reason: true, zone: true, createdBy: true })
  .extend({
    since: z.string(),
    /** When writes are possible again, if no freeze is added or released before. Absent if that is not known. */
    until: z.string().optional(),
  });

export type FrozenNow = z.infer<typeof frozenNowSchema>;

/** The answer of `GET` and `PUT /api/{environment}/freeze`. */
export const freezeAnswerSchema = z.object({
  /** Absent if nothing is frozen now. */
  frozen: frozenNowSchema.optional(),
  /** All freezes of the environment that are in force, will begin, or were released in the last day. */
  freezes: z.array(freezeSchema),
  asOf: z.string(),
});

export type FreezeAnswer = z.infer<typeof freezeAnswerSchema>;

const reason = z
  .string()
  .trim()
  .min(1, { error: "must say why" })
  .max(maxFreezeReason, { error: `must be at most ${maxFreezeReason} characters` });

/** The body of `PUT /api/{environment}/freeze`. A repeated request with the same ID changes nothing. */
export const setFreezeSchema = z.strictObject({
  freezeID: z.uuid(),
  scope: z.enum(freezeScopes),
  includesReverts: z.boolean().default(false),
  reason,
  /** Missing: from now on. */
  start: plannedTimeSchema.optional(),
  /** Missing: until an administrator releases the freeze. */
  end: plannedTimeSchema.optional(),
  /** The zone of the hours of a recurring freeze. */
  zone: z
    .string()
    .max(100)
    .refine((zone) => isTimeZone(zone) && !/^[+-]/.test(zone), { error: "must be a time zone such as Europe/Berlin" })
    .optional(),
  repeats: freezeRepeatsSchema.optional(),
});

export type SetFreeze = z.output<typeof setFreezeSchema>;

/** The body of `DELETE /api/{environment}/freeze`. */
export const releaseFreezeSchema = z.strictObject({
  freezeID: z.string().min(1).max(100),
  reason,
  /** True to release only the present period of a recurring freeze. */
  onlyThisTime: z.boolean().default(false),
});

export type ReleaseFreeze = z.output<typeof releaseFreezeSchema>;
