import type { Metadata } from "next";
import { perform } from "#app/bff.ts";
import { JobsList, JobsSkeleton } from "#components/jobs/jobs-list.tsx";
import { PageFreshness } from "#components/ui/panel/page-freshness.tsx";
import { pages } from "#lib/paths.ts";
import { places } from "#lib/places.ts";
import { jobsQueryOptions } from "#lib/query/operations/jobs.ts";
import { jobsViewParams, parseJobsView } from "#lib/url-state/jobs-view.ts";
import { environmentOf, type PageProps, requireSession } from "../../require-session.ts";
import { InitialData } from "../initial-data.tsx";
import { toSearchParams } from "../to-search-params.ts";

export const metadata: Metadata = { title: places.jobs.title };

export default async function JobsPage({ params, searchParams }: PageProps) {
  const environment = environmentOf((await params).environment);
  const view = parseJobsView(toSearchParams(await searchParams));
  await requireSession(environment, pages.jobs(environment, jobsViewParams(view)));
  const reading = jobsQueryOptions(environment, view, (query) =>
    perform("GET /api/:environment/jobs", { params: { environment }, query }),
  );
  return (
    // The key resets all state when the environment changes.
    <div key={environment} data-wide className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3">
        <h1 className="font-semibold text-display">{places.jobs.title}</h1>
        <PageFreshness />
      </div>
      <InitialData readings={[reading]} fallback={<JobsSkeleton environment={environment} />}>
        <JobsList environment={environment} />
      </InitialData>
    </div>
  );
}
