"use client";

import { useQuery } from "@tanstack/react-query";
import { BackLink } from "#components/ui/back-link.tsx";
import { PageFreshness } from "#components/ui/panel/page-freshness.tsx";
import { EntityID } from "#components/ui/record/entity-id.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import { jobQueryOptions } from "#lib/query/operations/jobs.ts";
import { useJobOperation } from "./job-facts.tsx";
import { jobsTexts, jobTexts } from "./texts.ts";

interface JobHeaderProps {
  environment: Environment;
  jobID: string;
}

/** The header of a job's page. If no company name is known, the title is the job's ID. */
export function JobHeader({ environment, jobID, companyName }: JobHeaderProps & { companyName?: string | undefined }) {
  return (
    <div>
      <BackLink href={pages.jobs(environment)}>{jobTexts.back}</BackLink>
      <h1 className="font-semibold text-display wrap-anywhere">{jobTexts.heading(companyName)}</h1>
      <div className="flex flex-wrap items-center gap-x-3">
        <EntityID id={jobID} copyLabel={jobsTexts.copyID} whole />
        <PageFreshness />
      </div>
    </div>
  );
}

/**
 * The header of a job's page. The company name comes from the job, once the page has loaded it, or from the operation
 * that started the job.
 */
export function NamedJobHeader({ environment, jobID }: JobHeaderProps) {
  const { data } = useQuery({ ...jobQueryOptions(environment, jobID), enabled: false });
  const { operation } = useJobOperation(environment, jobID);
  return (
    <JobHeader environment={environment} jobID={jobID} companyName={data?.job.companyName ?? operation?.companyName} />
  );
}
