import type { Metadata } from "next";
import { perform } from "#app/bff.ts";
import { ImportPage } from "#components/imports/import-page.tsx";
import { importTexts, listTexts } from "#components/imports/texts.ts";
import { BackLink } from "#components/ui/back-link.tsx";
import { pages } from "#lib/paths.ts";
import { importQueryOptions } from "#lib/query/operations/imports.ts";
import { importViewParams, parseImportView } from "#lib/url-state/import-view.ts";
import { requireID } from "../../../path-segment.ts";
import { environmentOf, type PageProps, requireSession } from "../../../require-session.ts";
import { InitialData } from "../../initial-data.tsx";
import { recordMetadata } from "../../record-metadata.ts";
import { toSearchParams } from "../../to-search-params.ts";

export async function generateMetadata({ params }: PageProps<"environment" | "importID">): Promise<Metadata> {
  const { environment, importID: id } = await params;
  return recordMetadata({ environment, id }, importTexts.title);
}

export default async function OneImportPage({ params, searchParams }: PageProps<"environment" | "importID">) {
  const segments = await params;
  const environment = environmentOf(segments.environment);
  const importID = requireID(segments.importID);
  const view = parseImportView(toSearchParams(await searchParams));
  await requireSession(environment, pages.import(environment, importID, importViewParams(view)));
  const reading = importQueryOptions(environment, importID, view, (query) =>
    perform("GET /api/:environment/imports/:importID/rows", { params: { environment, importID }, query }),
  );
  return (
    <div key={`${environment} ${importID}`} data-wide className="flex flex-col gap-3">
      <div className="-mb-3">
        <BackLink href={pages.imports(environment)}>{listTexts.title}</BackLink>
      </div>
      <InitialData readings={[reading]} fallback={null}>
        <ImportPage environment={environment} importID={importID} />
      </InitialData>
    </div>
  );
}
