import { type Page, type ResourceContext, toISO } from "./resource-context.ts";

/** Returns the list of webhooks, newest first (specification, section 4.8). */
export async function listWebhooks(options: { context: ResourceContext; input: Page }) {
  const { context, input } = options;
  const { webhooks, total } = await context.store.webhooks.list(context.environment, input);
  const written = webhooks.map(({ webhookID, url, events, active, createdMs }) => ({
    webhookID,
    url,
    events,
    active,
    created: toISO(createdMs),
  }));
  return { webhooks: written, total, ...input };
}
