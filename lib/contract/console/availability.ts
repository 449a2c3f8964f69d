import { z } from "zod";

/**
 * Whether requests to the API are sent. `paused`: the API asked to wait (429). `down`: the API failed too often.
 * `probing`: one request tests whether a pause or an outage is over. `key_refused`: the API has refused the console's
 * key and not accepted it since.
 */
export const availabilitySchema = z.enum(["available", "paused", "down", "probing", "key_refused"]);

export type Availability = z.infer<typeof availabilitySchema>;

/** The answer of `POST /api/{environment}/probe`: the API has answered, and requests are not paused any more. */
export const probeAnswerSchema = z.object({
  /** When the API answered, ISO 8601 in UTC. */
  asOf: z.string(),
});

export type ProbeAnswer = z.infer<typeof probeAnswerSchema>;
