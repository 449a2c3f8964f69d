import { z } from "zod";
import { environments } from "#lib/contract/values/environments.ts";
import { availabilitySchema } from "./availability.ts";

/** The answer of `GET /api/health`. */
export const healthSchema = z.object({ status: z.literal("ok") });

const byEnvironment = <Value extends z.ZodType>(value: Value) => z.partialRecord(z.enum(environments), value);

/** The answer of `GET /api/ready`. */
export const readinessSchema = z.object({
  status: z.literal("ready"),
  /** Whether requests to the API are currently sent, by environment. */
  upstream: byEnvironment(availabilitySchema),
  /** When paused requests will be sent again, if it is known. ISO 8601 in UTC. */
  pausedUntil: byEnvironment(z.string()).optional(),
});

export type Readiness = z.infer<typeof readinessSchema>;
