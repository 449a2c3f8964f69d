import type { Metadata } from "next";
import { perform } from "#app/bff.ts";
import { ImportList, NoImports } from "#components/imports/import-list.tsx";
import { listTexts } from "#components/imports/texts.ts";
import { may } from "#lib/contract/access/permissions.ts";
import { pages } from "#lib/paths.ts";
import { importListQueryOptions } from "#lib/query/operations/imports.ts";
import { pageViewParams, parsePageView } from "#lib/url-state/page-view.ts";
import { environmentOf, type PageProps, requireSession } from "../../require-session.ts";
import { InitialData } from "../initial-data.tsx";
import { toSearchParams } from "../to-search-params.ts";

export const metadata: Metadata = { title: listTexts.title };

export default async function ImportsPage({ params, searchParams }: PageProps) {
  const environment = environmentOf((await params).environment);
  const view = parsePageView(toSearchParams(await searchParams));
  const { staff } = await requireSession(environment, pages.imports(environment, pageViewParams(view)));
  const reading = importListQueryOptions(environment, view, (query) =>
    perform("GET /api/:environment/imports", { params: { environment }, query }),
  );
  return (
    <div key={environment} data-wide className="flex flex-col gap-3">
      {may(staff.role, "imports.run") ? (
        <InitialData readings={[reading]} fallback={null}>
          <ImportList environment={environment} />
        </InitialData>
      ) : (
        <NoImports />
      )}
    </div>
  );
}
