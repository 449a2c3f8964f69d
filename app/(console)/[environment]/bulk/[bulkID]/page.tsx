import type { Metadata } from "next";
import { perform } from "#app/bff.ts";
import { BulkPage } from "#components/bulk/bulk-page.tsx";
import { bulkTexts, listTexts } from "#components/bulk/texts.ts";
import { BackLink } from "#components/ui/back-link.tsx";
import { pages } from "#lib/paths.ts";
import { bulkQueryOptions } from "#lib/query/operations/bulk.ts";
import { bulkViewParams, parseBulkView } from "#lib/url-state/bulk-view.ts";
import { requireID } from "../../../path-segment.ts";
import { environmentOf, type PageProps, requireSession } from "../../../require-session.ts";
import { InitialData } from "../../initial-data.tsx";
import { recordMetadata } from "../../record-metadata.ts";
import { toSearchParams } from "../../to-search-params.ts";

export async function generateMetadata({ params }: PageProps<"environment" | "bulkID">): Promise<Metadata> {
  const { environment, bulkID: id } = await params;
  return recordMetadata({ environment, id }, bulkTexts.title);
}

export default async function BulkChangePage({ params, searchParams }: PageProps<"environment" | "bulkID">) {
  const segments = await params;
  const environment = environmentOf(segments.environment);
  const bulkID = requireID(segments.bulkID);
  const view = parseBulkView(toSearchParams(await searchParams));
  await requireSession(environment, pages.bulk(environment, bulkID, bulkViewParams(view)));
  const reading = bulkQueryOptions(environment, bulkID, view, (query) =>
    perform("GET /api/:environment/bulk/:bulkID", { params: { environment, bulkID }, query }),
  );
  return (
    <div key={`${environment} ${bulkID}`} className="flex flex-col gap-3">
      <div className="-mb-3">
        <BackLink href={pages.bulks(environment)}>{listTexts.title}</BackLink>
      </div>
      <InitialData readings={[reading]} fallback={null}>
        <BulkPage environment={environment} bulkID={bulkID} />
      </InitialData>
    </div>
  );
}
