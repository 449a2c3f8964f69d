import { z } from "zod";

/** A subscription of a person, who is notified when a customer enters or leaves the view. */
export const viewSubscriptionSchema = z.object({
  viewID: z.string(),
  /** The number of customers at the last complete evaluation. */
  customers: z.number(),
  /**
   * When the last complete evaluation began; ISO 8601 in UTC. Absent before the first one, which adds no notifications.
   */
  evaluatedAt: z.string().optional(),
  /** Why the last evaluation was not complete. It added no notifications. Absent if it was complete. */
  problem: z
    .object({
      /** The reason, as a sentence. */
      message: z.string(),
      /** When the evaluation failed; ISO 8601 in UTC. */
      at: z.string(),
    })
    .optional(),
});

export type ViewSubscription = z.infer<typeof viewSubscriptionSchema>;

/** The answer of `GET /api/{environment}/view-subscriptions`. */
export const viewSubscriptionsSchema = z.object({
  /** The person's subscriptions, oldest first. */
  subscriptions: z.array(viewSubscriptionSchema),
});

export type ViewSubscriptions = z.infer<typeof viewSubscriptionsSchema>;
