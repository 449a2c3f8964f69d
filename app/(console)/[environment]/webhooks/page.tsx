import type { Metadata } from "next";
import { perform } from "#app/bff.ts";
import { PageFreshness } from "#components/ui/panel/page-freshness.tsx";
import { webhooksTexts } from "#components/webhooks/texts.ts";
import { WebhooksList } from "#components/webhooks/webhooks-list.tsx";
import { WebhooksSkeleton } from "#components/webhooks/webhooks-skeleton.tsx";
import { pages } from "#lib/paths.ts";
import { webhooksQueryOptions } from "#lib/query/customers/webhooks.ts";
import { pageViewParams, parsePageView } from "#lib/url-state/page-view.ts";
import { environmentOf, type PageProps, requireSession } from "../../require-session.ts";
import { InitialData } from "../initial-data.tsx";
import { toSearchParams } from "../to-search-params.ts";

export const metadata: Metadata = { title: webhooksTexts.title };

export default async function WebhooksPage({ params, searchParams }: PageProps) {
  const environment = environmentOf((await params).environment);
  const view = parsePageView(toSearchParams(await searchParams));
  await requireSession(environment, pages.webhooks(environment, pageViewParams(view)));
  const reading = webhooksQueryOptions(environment, view, (query) =>
    perform("GET /api/:environment/webhooks", { params: { environment }, query }),
  );
  return (
    <div key={environment} data-wide className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3">
        <h1 className="font-semibold text-display">{webhooksTexts.title}</h1>
        <PageFreshness />
      </div>
      <InitialData readings={[reading]} fallback={<WebhooksSkeleton />}>
        <WebhooksList environment={environment} />
      </InitialData>
    </div>
  );
}
