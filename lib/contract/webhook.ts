import { z } from "zod";
import { listEnvelope } from "./list.ts";

/**
 * Where the API reports events to (specification, sections 4.8 and 6) as the console knows it. The
 * specification shows none of its members: each is absent where the API tells nothing like it.
 */
export const webhookSchema = z.object({
  webhookID: z.string().optional(),
  url: z.string().optional(),
  /** The API's own words; empty where it names none. */
  events: z.array(z.string()),
  active: z.boolean().optional(),
  raw: z.record(z.string(), z.unknown()),
});

export type Webhook = z.infer<typeof webhookSchema>;

/** The answer of `GET /api/{environment}/webhooks`. */
export const webhookListSchema = z.object({ webhooks: z.array(webhookSchema), ...listEnvelope });

export type WebhookList = z.infer<typeof webhookListSchema>;
