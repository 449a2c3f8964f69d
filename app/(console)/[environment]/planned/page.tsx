import type { Metadata } from "next";
import { perform } from "#app/bff.ts";
import { FreezeButton } from "#components/freezes/freeze-button.tsx";
import { PlannedChanges } from "#components/planned/list/planned-list.tsx";
import { listTexts } from "#components/planned/texts.ts";
import { pages } from "#lib/paths.ts";
import { plannedListQueryOptions } from "#lib/query/operations/planned.ts";
import { parsePlannedView, plannedViewParams } from "#lib/url-state/planned-view.ts";
import { environmentOf, type PageProps, requireSession } from "../../require-session.ts";
import { InitialData } from "../initial-data.tsx";
import { toSearchParams } from "../to-search-params.ts";

export const metadata: Metadata = { title: listTexts.title };

export default async function PlannedChangesPage({ params, searchParams }: PageProps) {
  const environment = environmentOf((await params).environment);
  const view = parsePlannedView(toSearchParams(await searchParams));
  await requireSession(environment, pages.planned(environment, plannedViewParams(view)));
  const reading = plannedListQueryOptions(environment, view, (query) =>
    perform("GET /api/:environment/planned", { params: { environment }, query }),
  );
  return (
    // The key resets all state when the environment changes.
    <div key={environment} data-wide className="flex flex-col gap-3">
      <InitialData readings={[reading]} fallback={null}>
        <PlannedChanges environment={environment} actions={<FreezeButton environment={environment} />} />
      </InitialData>
    </div>
  );
}
