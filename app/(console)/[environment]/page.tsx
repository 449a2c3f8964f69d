import type { Metadata } from "next";
import { perform } from "#app/bff.ts";
import { Overview } from "#components/overview/overview.tsx";
import { OverviewSkeleton } from "#components/overview/overview-skeleton.tsx";
import { overviewTexts } from "#components/overview/texts.ts";
import { notFoundTexts } from "#components/shell/texts.ts";
import { environmentNames } from "#components/ui/environment/environment-names.ts";
import { environmentSchema } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import { overviewReadings } from "#lib/query/operations/overview.ts";
import { overviewParams, parseOverviewWindow } from "#lib/url-state/overview-view.ts";
import { environmentOf, type PageProps, requireSession } from "../require-session.ts";
import { firstStepsReadings } from "./first-steps-readings.ts";
import { InitialData } from "./initial-data.tsx";
import { toSearchParams } from "./to-search-params.ts";

/**
 * Next does not apply a layout's title template to the page in the same folder. So this title contains the environment
 * itself.
 */
export async function generateMetadata({ params }: Pick<PageProps, "params">): Promise<Metadata> {
  const environment = environmentSchema.safeParse((await params).environment);
  if (!environment.success) return { title: notFoundTexts.title };
  return { title: `${environmentNames[environment.data]} · ${overviewTexts.title}` };
}

/** The first page of an environment. */
export default async function OverviewPage({ params, searchParams }: PageProps) {
  const environment = environmentOf((await params).environment);
  const window = parseOverviewWindow(toSearchParams(await searchParams));
  const session = await requireSession(environment, pages.overview(environment, overviewParams(window)));
  const readings = overviewReadings(environment, window, (query) =>
    perform("GET /api/:environment/overview", { params: { environment }, query }),
  );
  return (
    // The key resets all state when the environment changes.
    <div key={environment}>
      <InitialData readings={[...readings, ...(await firstStepsReadings(session))]} fallback={<OverviewSkeleton />}>
        <Overview environment={environment} />
      </InitialData>
    </div>
  );
}
