import { z } from "zod";
import { listEnvelope } from "./list.ts";

/**
 * A webhook of the API (specification, sections 4.8 and 6). The specification does not list the members of a webhook. A
 * member is therefore absent if the API sends no value of the expected type.
 */
export const webhookSchema = z.object({
  webhookID: z.string().optional(),
  url: z.string().optional(),
  /** The events, in the API's spelling. Empty if the API sends none. */
  events: z.array(z.string()),
  active: z.boolean().optional(),
  raw: z.record(z.string(), z.unknown()),
});

export type Webhook = z.infer<typeof webhookSchema>;

/** The answer of `GET /api/{environment}/webhooks`. */
export const webhookListSchema = z.object({ webhooks: z.array(webhookSchema), ...listEnvelope });

export type WebhookList = z.infer<typeof webhookListSchema>;
