import type { Metadata } from "next";
import { perform } from "#app/bff.ts";
import { CallsPage } from "#components/calls/calls-page.tsx";
import { callsTexts } from "#components/calls/texts.ts";
import { pages } from "#lib/paths.ts";
import { callSummaryQueryOptions, callsQueryOptions } from "#lib/query/calls.ts";
import { callsViewParams, parseCallsView } from "#lib/url-state/calls-view.ts";
import { environmentOf, type PageProps, requireSession } from "../../require-session.ts";
import { InitialData } from "../initial-data.tsx";
import { toSearchParams } from "../to-search-params.ts";

export const metadata: Metadata = { title: callsTexts.title };

export default async function ApiCallsPage({ params, searchParams }: PageProps) {
  const environment = environmentOf((await params).environment);
  const view = parseCallsView(toSearchParams(await searchParams));
  await requireSession(environment, pages.calls(environment, callsViewParams(view)));
  const readings = [
    callsQueryOptions(environment, view, (query) =>
      perform("GET /api/:environment/calls", { params: { environment }, query }),
    ),
    callSummaryQueryOptions(environment, view, (query) =>
      perform("GET /api/:environment/calls/summary", { params: { environment }, query }),
    ),
  ];
  return (
    // The key resets all state when the environment changes.
    <div key={environment} data-wide>
      <InitialData readings={readings} fallback={undefined}>
        <CallsPage environment={environment} />
      </InitialData>
    </div>
  );
}
