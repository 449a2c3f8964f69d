import type { Kysely } from "kysely";
import { z } from "zod";
import type { Environment } from "#lib/contract/environment.ts";
import type { ProvisioningSchema } from "#server/provisioning/store/schema/schema.ts";

/**
 * A URL that is registered for events. The specification does not describe how events are delivered, so the service
 * sends none.
 */
export interface WebhookRecord {
  webhookID: string;
  url: string;
  events: string[];
  active: boolean;
  /** Milliseconds since 1970. */
  createdMs: number;
}

const eventsSchema = z.array(z.string());

export type WebhookStore = ReturnType<typeof createWebhookStore>;

/** Creates the store of the webhooks of both environments, on SQLite or Postgres. */
export function createWebhookStore(db: Kysely<ProvisioningSchema>) {
  return {
    /**
     * Returns one page of an environment's webhooks, newest first, and the total number of webhooks (specification,
     * section 4.8).
     */
    async list(
      environment: Environment,
      { limit, offset }: { limit: number; offset: number },
    ): Promise<{ webhooks: WebhookRecord[]; total: number }> {
      const webhooks = db.selectFrom("webhooks").where("environment", "=", environment);
      const { total } = await webhooks.select(db.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
      const rows = await webhooks
        .selectAll()
        .orderBy("created", "desc")
        .orderBy("webhook_id", "desc")
        .limit(limit)
        .offset(offset)
        .execute();
      return {
        webhooks: rows.map((row) => ({
          webhookID: row.webhook_id,
          url: row.url,
          events: eventsSchema.parse(JSON.parse(row.events)),
          active: row.active === 1,
          createdMs: row.created,
        })),
        total,
      };
    },

    async insert(environment: Environment, webhooks: readonly WebhookRecord[], seeded: boolean): Promise<void> {
      if (webhooks.length === 0) return;
      const rows = webhooks.map(({ webhookID, url, events, active, createdMs }) => ({
        environment,
        webhook_id: webhookID,
        url,
        events: JSON.stringify(events),
        active: active ? 1 : 0,
        created: createdMs,
        seeded: seeded ? 1 : 0,
      }));
      await db.insertInto("webhooks").values(rows).execute();
    },
  };
}
