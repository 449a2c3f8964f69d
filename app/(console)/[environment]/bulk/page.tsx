import type { Metadata } from "next";
import { perform } from "#app/bff.ts";
import { BulkList } from "#components/bulk/bulk-list.tsx";
import { listTexts } from "#components/bulk/texts.ts";
import { pages } from "#lib/paths.ts";
import { bulkListQueryOptions } from "#lib/query/operations/bulk.ts";
import { pageViewParams, parsePageView } from "#lib/url-state/page-view.ts";
import { environmentOf, type PageProps, requireSession } from "../../require-session.ts";
import { InitialData } from "../initial-data.tsx";
import { toSearchParams } from "../to-search-params.ts";

export const metadata: Metadata = { title: listTexts.title };

export default async function BulksPage({ params, searchParams }: PageProps) {
  const environment = environmentOf((await params).environment);
  const view = parsePageView(toSearchParams(await searchParams));
  await requireSession(environment, pages.bulks(environment, pageViewParams(view)));
  const reading = bulkListQueryOptions(environment, view, (query) =>
    perform("GET /api/:environment/bulk", { params: { environment }, query }),
  );
  return (
    <div key={environment} data-wide className="flex flex-col gap-3">
      <InitialData readings={[reading]} fallback={null}>
        <BulkList environment={environment} />
      </InitialData>
    </div>
  );
}
