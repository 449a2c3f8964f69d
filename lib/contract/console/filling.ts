import { z } from "zod";
import { environmentSchema } from "#lib/contract/environment.ts";

/**
 * Whether all customers of an environment are read in the background. `off`: not configured. `waiting`: no replica
 * reads them now. `paused`: the API does not answer or has asked for a pause. `filling`: some customers have never been
 * read. `current`: all customers have been read, and the console regularly reads them again.
 */
export const fillingStates = ["off", "waiting", "paused", "filling", "current"] as const;

/** How completely an environment's customers are known, and how many calls the background reading makes. */
export const fillingReportSchema = z.object({
  environment: environmentSchema,
  state: z.enum(fillingStates),
  /**
   * `window`: the number of the window (a range of creation days) that is being read. `windows`: the number of windows
   * known so far. Only while `filling`.
   */
  window: z.number().optional(),
  windows: z.number().optional(),
  /**
   * The number of known customers, including deleted customers. Customers that the API no longer returns are not
   * counted.
   */
  known: z.number(),
  /**
   * The number of customers in the API, without customers that the console does not store: erased customers, and
   * customers that were deleted long ago. Absent until the API has sent this number.
   */
  total: z.number().optional(),
  /** The number of windows in which the last read found fewer customers than the API's total for the window. */
  incomplete: z.number(),
  /** Every customer has been read at or after this time; ISO 8601 in UTC. Absent before the first answer. */
  oldestSeenAt: z.string().optional(),
  callsLastHour: z.number(),
});

export type FillingReport = z.infer<typeof fillingReportSchema>;
