import { z } from "zod";
import { isTimeZone } from "#lib/contract/time-zone.ts";

export const instantSchema = z.iso.datetime({
  offset: true,
  error: "must be an instant such as 2026-01-31T10:30:00Z",
});

/**
 * A time: an instant, or a local time with its zone. A local time that exists twice needs its `offset`. Without the
 * offset, or if the local time does not exist, the request is refused. The answer then contains the two instants that
 * the local time can mean.
 */
export const plannedTimeSchema = z.union(
  [
    instantSchema,
    z.strictObject({
      local: z
        .string()
        .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, { error: "must be a local time such as 2026-01-31T10:30" }),
      zone: z
        .string()
        .max(100)
        .refine((zone) => isTimeZone(zone) && !/^[+-]/.test(zone), {
          error: "must be a time zone such as Europe/Berlin",
        }),
      offset: z
        .string()
        .regex(/^[+-]\d{2}:\d{2}$/, { error: "must be an offset such as +01:00" })
        .optional(),
    }),
  ],
  { error: "must be an instant, or a local time with its zone" },
);

export type PlannedTime = z.output<typeof plannedTimeSchema>;

/** A time as a person chose it, and the instant that it means. The instant is ISO 8601 in UTC. */
export const chosenTimeSchema = z.object({
  at: z.string(),
  /**
   * `local`: the local time in `zone`, written `YYYY-MM-DDTHH:MM`. `zone`: the IANA name of a time zone. `offset`: the
   * zone's offset from UTC at that time, such as `+01:00`.
   */
  local: z.string(),
  zone: z.string(),
  offset: z.string(),
});

export type ShownTime = z.infer<typeof chosenTimeSchema>;
