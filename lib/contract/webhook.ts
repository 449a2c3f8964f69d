import { z } from "zod";
import { listEnvelope } from "./list.ts";

/**
 * A webhook of the API (specification, sections 4.8 and 6) as the console knows it. The specification does not show the
 * members of a webhook. So a member is absent if the API sends no value of its type.
 */
export const webhookSchema = z.object({
  webhookID: z.string().optional(),
  url: z.string().optional(),
  /** The events in the API's own words. Empty if the API names none. */
  events: z.array(z.string()),
  active: z.boolean().optional(),
  raw: z.record(z.string(), z.unknown()),
});

export type Webhook = z.infer<typeof webhookSchema>;

/** The answer of `GET /api/{environment}/webhooks`. */
export const webhookListSchema = z.object({ webhooks: z.array(webhookSchema), ...listEnvelope });

export type WebhookList = z.infer<typeof webhookListSchema>;
