import { z } from "zod";

/**
 * Whether requests are sent to the API. `paused`: the API asked to wait (429). `down`: the API failed too often.
 * `probing`: one request tests whether a pause or an outage is over. `key_refused`: the API refused the console's key
 * and has not accepted the key since then.
 */
export const availabilitySchema = z.enum(["available", "paused", "down", "probing", "key_refused"]);

export type Availability = z.infer<typeof availabilitySchema>;

/** The answer of `POST /api/{environment}/probe`. The API has answered, and requests are no longer paused. */
export const probeAnswerSchema = z.object({
  /** When the API answered, ISO 8601 in UTC. */
  asOf: z.string(),
});

export type ProbeAnswer = z.infer<typeof probeAnswerSchema>;
