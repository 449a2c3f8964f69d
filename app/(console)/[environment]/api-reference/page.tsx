import type { Metadata } from "next";
import { perform } from "#app/bff.ts";
import { ApiReference } from "#components/api-reference/api-reference.tsx";
import { apiReferenceTexts } from "#components/api-reference/texts.ts";
import { pages } from "#lib/paths.ts";
import { referenceQueryOptions } from "#lib/query/console/api-reference.ts";
import { parseReferenceView, referenceViewParams } from "#lib/url-state/reference-view.ts";
import { environmentOf, type PageProps, requireSession } from "../../require-session.ts";
import { InitialData } from "../initial-data.tsx";
import { toSearchParams } from "../to-search-params.ts";

export const metadata: Metadata = { title: apiReferenceTexts.title };

export default async function ApiReferencePage({ params, searchParams }: PageProps) {
  const environment = environmentOf((await params).environment);
  const view = parseReferenceView(toSearchParams(await searchParams));
  await requireSession(environment, pages.apiReference(environment, referenceViewParams(view)));
  const reading = referenceQueryOptions(() => perform("GET /api/reference"));
  return (
    <div key={environment}>
      <InitialData readings={[reading]} fallback={undefined}>
        <ApiReference environment={environment} />
      </InitialData>
    </div>
  );
}
