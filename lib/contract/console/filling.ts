import { z } from "zod";
import { environmentSchema } from "#lib/contract/environment.ts";

/**
 * Whether all customers of an environment are read in the background. `off`: not configured. `waiting`: no replica reads
 * them now. `paused`: the API does not answer or has asked for a pause. `filling`: some were never read. `current`: all
 * were read, and they are read again.
 */
export const fillingStates = ["off", "waiting", "paused", "filling", "current"] as const;

/** What is known of an environment's customers, and what reading them costs. */
export const fillingReportSchema = z.object({
  environment: environmentSchema,
  state: z.enum(fillingStates),
  /** The window of creation days that is read, and the number of windows as far as it is known. Only while `filling`. */
  window: z.number().optional(),
  windows: z.number().optional(),
  /** The number of known customers, deleted ones included, without those that the API does not return any more. */
  known: z.number(),
  /** The number of customers that the API has and the record may keep. Absent before the API has shown it. */
  total: z.number().optional(),
  /** The number of windows whose last reading did not return as many customers as the API has. */
  incomplete: z.number(),
  /** Since when each customer has been read, ISO 8601 in UTC. Absent before the first answer. */
  oldestSeenAt: z.string().optional(),
  callsLastHour: z.number(),
});

export type FillingReport = z.infer<typeof fillingReportSchema>;
