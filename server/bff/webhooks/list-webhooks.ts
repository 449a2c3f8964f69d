import type { PageQuery } from "#lib/contract/list.ts";
import type { WebhookList } from "#lib/contract/webhook.ts";
import { type ApiContext, apiOf } from "#server/bff/core/api-context.ts";

/** A page of an environment's webhooks. */
export async function listWebhooks({
  context,
  input,
}: {
  context: ApiContext;
  input: PageQuery;
}): Promise<WebhookList> {
  const { client, call } = apiOf(context);
  return client.listWebhooks(input, call);
}
