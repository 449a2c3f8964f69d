import type { Metadata } from "next";
import { perform } from "#app/bff.ts";
import { NumbersList } from "#components/numbers/numbers-list.tsx";
import { NumbersSkeleton } from "#components/numbers/numbers-skeleton.tsx";
import { numbersTexts } from "#components/numbers/texts.ts";
import { PageFreshness } from "#components/ui/panel/page-freshness.tsx";
import { pages } from "#lib/paths.ts";
import { numbersQueryOptions } from "#lib/query/customers/numbers.ts";
import { pageViewParams, parsePageView } from "#lib/url-state/page-view.ts";
import { environmentOf, type PageProps, requireSession } from "../../require-session.ts";
import { InitialData } from "../initial-data.tsx";
import { toSearchParams } from "../to-search-params.ts";

export const metadata: Metadata = { title: numbersTexts.title };

export default async function NumbersPage({ params, searchParams }: PageProps) {
  const environment = environmentOf((await params).environment);
  const view = parsePageView(toSearchParams(await searchParams));
  await requireSession(environment, pages.numbers(environment, pageViewParams(view)));
  const reading = numbersQueryOptions(environment, view, (query) =>
    perform("GET /api/:environment/numbers", { params: { environment }, query }),
  );
  return (
    <div key={environment} data-wide className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3">
        <h1 className="font-semibold text-display">{numbersTexts.title}</h1>
        <PageFreshness />
      </div>
      <InitialData readings={[reading]} fallback={<NumbersSkeleton environment={environment} />}>
        <NumbersList environment={environment} />
      </InitialData>
    </div>
  );
}
