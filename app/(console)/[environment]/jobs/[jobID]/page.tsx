import type { Metadata } from "next";
import { cache } from "react";
import { perform } from "#app/bff.ts";
import { JobDetail } from "#components/jobs/job-detail.tsx";
import { JobHeader, NamedJobHeader } from "#components/jobs/job-header.tsx";
import { JobSkeleton } from "#components/jobs/job-skeleton.tsx";
import { jobTexts } from "#components/jobs/texts.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { shortenMiddle } from "#lib/format/format-id.ts";
import { pages } from "#lib/paths.ts";
import { jobOperationQueryOptions, jobQueryOptions } from "#lib/query/operations/jobs.ts";
import { requireID } from "../../../path-segment.ts";
import { environmentOf, type PageProps, requireSession } from "../../../require-session.ts";
import { InitialData } from "../../initial-data.tsx";
import { recordMetadata } from "../../record-metadata.ts";

/** Cached per request, because the title and the page both need it. */
const readJob = cache((environment: Environment, jobID: string) =>
  perform("GET /api/:environment/jobs/:jobID", { params: { environment, jobID } }),
);

export async function generateMetadata({ params }: PageProps<"environment" | "jobID">): Promise<Metadata> {
  const { environment, jobID: id } = await params;
  const title = (jobID: string, companyName?: string) => jobTexts.title(shortenMiddle(jobID), companyName);
  return recordMetadata({ environment, id }, title, async (known, jobID) => {
    const { job } = await readJob(known, jobID);
    return title(jobID, job.companyName);
  });
}

export default async function JobPage({ params }: PageProps<"environment" | "jobID">) {
  const segments = await params;
  const environment = environmentOf(segments.environment);
  const jobID = requireID(segments.jobID);
  await requireSession(environment, pages.job(environment, jobID));
  const readings = [
    jobQueryOptions(environment, jobID, () => readJob(environment, jobID)),
    jobOperationQueryOptions(environment, jobID, (query) =>
      perform("GET /api/:environment/operations", { params: { environment }, query }),
    ),
  ];
  return (
    <div key={`${environment} ${jobID}`} className="flex flex-col gap-3">
      <InitialData
        readings={readings}
        fallback={
          <>
            <JobHeader environment={environment} jobID={jobID} />
            <JobSkeleton />
          </>
        }
      >
        <NamedJobHeader environment={environment} jobID={jobID} />
        <JobDetail environment={environment} jobID={jobID} />
      </InitialData>
    </div>
  );
}
