import type { Environment } from "#lib/contract/environment.ts";
import type { WebhookList } from "#lib/contract/webhook.ts";
import { api } from "#lib/paths.ts";
import { pageQuery } from "#lib/query/page-reading.ts";
import { fetchJson } from "#lib/requests/fetch-json.ts";
import { type PageView, pageQueryOf } from "#lib/url-state/page-view.ts";

type ReadWebhooks = (query: URLSearchParams, signal: AbortSignal) => Promise<WebhookList>;

/** One page of webhooks: over HTTP in the browser, by the BFF's own operation on the server. */
export function webhooksQueryOptions(
  environment: Environment,
  view: PageView,
  read: ReadWebhooks = (query, signal) =>
    fetchJson<WebhookList>(api.webhooks(environment, query), { webhooks: "array", total: "number" }, { signal }),
) {
  return pageQuery([environment, "webhooks", view], (signal) => read(pageQueryOf(view), signal), 60_000);
}
