import { z } from "zod";

/**
 * Whether requests to the API are currently sent: `paused` because it asked to wait (429), `down` because it failed too
 * often, `probing` while one request tests whether either is over, `key_refused` since it last refused the console's
 * key.
 */
export const availabilitySchema = z.enum(["available", "paused", "down", "probing", "key_refused"]);

export type Availability = z.infer<typeof availabilitySchema>;

/** The answer of `POST /api/{environment}/probe`: the API has answered, and no pause is left. */
export const probeAnswerSchema = z.object({
  /** When the API answered, ISO 8601 in UTC. */
  asOf: z.string(),
});

export type ProbeAnswer = z.infer<typeof probeAnswerSchema>;
