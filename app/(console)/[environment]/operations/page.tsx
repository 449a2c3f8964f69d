import type { Metadata } from "next";
import { perform } from "#app/bff.ts";
import { OperationsHeader } from "#components/operations/list/header.tsx";
import { OperationsList } from "#components/operations/list/operations-list.tsx";
import { operationsTexts } from "#components/operations/texts.ts";
import { pages } from "#lib/paths.ts";
import { operationsQueryOptions } from "#lib/query/operations/operations.ts";
import { operationsViewParams, parseOperationsView } from "#lib/url-state/operations-view.ts";
import { environmentOf, type PageProps, requireSession } from "../../require-session.ts";
import { InitialData } from "../initial-data.tsx";
import { toSearchParams } from "../to-search-params.ts";

export const metadata: Metadata = { title: operationsTexts.title };

export default async function OperationsPage({ params, searchParams }: PageProps) {
  const environment = environmentOf((await params).environment);
  const view = parseOperationsView(toSearchParams(await searchParams));
  await requireSession(environment, pages.operations(environment, operationsViewParams(view)));
  const reading = operationsQueryOptions(environment, view, (query) =>
    perform("GET /api/:environment/operations", { params: { environment }, query }),
  );
  return (
    // The key resets all state when the environment changes.
    <div key={environment} data-wide className="flex flex-col gap-3">
      <InitialData readings={[reading]} fallback={<p role="status">{operationsTexts.loading}</p>}>
        <OperationsHeader environment={environment} />
        <OperationsList environment={environment} />
      </InitialData>
    </div>
  );
}
