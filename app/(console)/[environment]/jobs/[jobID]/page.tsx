import type { Metadata } from "next";
import { perform } from "#app/bff.ts";
import { JobDetail } from "#components/jobs/job-detail.tsx";
import { JobSkeleton } from "#components/jobs/job-skeleton.tsx";
import { jobsTexts, jobTexts } from "#components/jobs/texts.ts";
import { BackLink } from "#components/ui/back-link.tsx";
import { EntityID } from "#components/ui/entity-id.tsx";
import { shortenMiddle } from "#lib/format/format-id.ts";
import { pages } from "#lib/paths.ts";
import { jobOperationQueryOptions, jobQueryOptions } from "#lib/query/jobs.ts";
import { idOf, requireID } from "../../../path-segment.ts";
import { environmentOf, requireSession } from "../../../require-session.ts";
import { FirstRead } from "../../first-read.tsx";

type JobParams = Promise<{ environment: string; jobID: string }>;

export async function generateMetadata({ params }: { params: JobParams }): Promise<Metadata> {
  const jobID = idOf((await params).jobID);
  return jobID === undefined ? {} : { title: jobTexts.title(shortenMiddle(jobID)) };
}

export default async function JobPage({ params }: { params: JobParams }) {
  const given = await params;
  const environment = environmentOf(given.environment);
  const jobID = requireID(given.jobID);
  await requireSession(environment, pages.job(environment, jobID));
  const readings = [
    jobQueryOptions(environment, jobID, () =>
      perform("GET /api/:environment/jobs/:jobID", { params: { environment, jobID } }),
    ),
    jobOperationQueryOptions(environment, jobID, (query) =>
      perform("GET /api/:environment/operations", { params: { environment }, query }),
    ),
  ];
  return (
    <div key={`${environment} ${jobID}`} className="flex flex-col gap-3">
      <div>
        <BackLink href={pages.jobs(environment)}>{jobTexts.back}</BackLink>
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h1 className="font-semibold text-display">{jobTexts.heading}</h1>
          <EntityID id={jobID} copyLabel={jobsTexts.copyID} whole />
        </div>
      </div>
      <FirstRead readings={readings} fallback={<JobSkeleton />}>
        <JobDetail environment={environment} jobID={jobID} />
      </FirstRead>
    </div>
  );
}
