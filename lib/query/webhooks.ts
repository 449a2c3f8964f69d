import { queryOptions } from "@tanstack/react-query";
import { fetchJson } from "#lib/fetch-json.ts";
import { type PageView, pageQueryOf } from "#lib/url-state/page-view.ts";
import type { Environment } from "../contract/environment.ts";
import { type WebhookList, webhookListSchema } from "../contract/webhook.ts";
import { api } from "../paths.ts";

type ReadWebhooks = (query: URLSearchParams, signal: AbortSignal) => Promise<WebhookList>;

/** One page of webhooks: over HTTP in the browser, by the BFF's own operation on the server. */
export function webhooksQueryOptions(
  environment: Environment,
  view: PageView,
  read: ReadWebhooks = (query, signal) => fetchJson(api.webhooks(environment, query), webhookListSchema, { signal }),
) {
  return queryOptions({
    queryKey: [environment, "webhooks", view],
    queryFn: ({ signal }) => read(pageQueryOf(view), signal),
    staleTime: 60_000,
  });
}
