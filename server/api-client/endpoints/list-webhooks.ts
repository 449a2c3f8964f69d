import type { Webhook } from "#lib/contract/webhook.ts";
import type { PageFacts } from "#server/api-client/normalise/list.ts";
import { webhookRows } from "#server/api-client/normalise/webhook.ts";
import type { CallContext, Freshness } from "#server/api-client/perform-call.ts";
import { type PageQuery, type ReadContext, readPage } from "./read-page.ts";

/** A page of webhooks in the canonical model. */
export interface WebhookPage extends PageFacts, Freshness {
  webhooks: Webhook[];
}

/** Reads one page of webhooks (`GET /webhooks`, specification, section 4.8). */
export async function listWebhooks(context: ReadContext, query: PageQuery, call: CallContext): Promise<WebhookPage> {
  const request = { path: "/webhooks", ...query, kind: webhookRows };
  const { rows, mayBeWhole: _, ...facts } = await readPage(context, request, call);
  return { webhooks: rows, ...facts };
}
