"use client";

import { useQuery } from "@tanstack/react-query";
import { iconClass, itemClass, RowMenuLink } from "#components/data-table/row-menu-items.tsx";
import { BriefcaseBusiness, Check } from "#components/ui/icon/icons.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import type { Job } from "#lib/contract/job.ts";
import { pages } from "#lib/paths.ts";
import { jobQueryOptions } from "#lib/query/operations/jobs.ts";
import { useStartAgain } from "./job-actions.tsx";
import { useJobOperation } from "./job-facts.tsx";
import { jobActionTexts as texts } from "./texts.ts";
import { type CopiedJob, useCopyJob } from "./use-copy-job.tsx";

export interface JobMenuItemsProps {
  environment: Environment;
  job: Job;
}

function CopyItem(props: CopiedJob) {
  const { button, copied, press, result } = useCopyJob(props);
  const Icon = copied ? Check : BriefcaseBusiness;
  return (
    <li>
      <button ref={button} type="button" onClick={press} className={itemClass}>
        <Icon aria-hidden className={`${iconClass} ${copied ? "text-positive" : "text-ink-muted"}`} />
        {texts.copy}
      </button>
      {result}
    </li>
  );
}

/**
 * The actions of a failed or cancelled job in its row's menu, as on the job's page. The list does not contain the
 * reason and the steps, so the menu reads the job when it opens. If this fails, the copy has only what the list knows.
 */
export function JobMenuItems({ environment, job: listed }: JobMenuItemsProps) {
  const reading = useQuery({ ...jobQueryOptions(environment, listed.jobID), meta: {} });
  const job = reading.data?.job ?? listed;
  const { operation } = useJobOperation(environment, listed.jobID);
  const again = useStartAgain(environment, job);
  const companyName = job.companyName ?? listed.companyName ?? operation?.companyName;
  return (
    <>
      {again && <RowMenuLink label={texts.again} href={pages.newCustomer(environment, again)} />}
      {reading.isPending ? (
        <li role="status" className={`${itemClass} text-ink-muted`}>
          {texts.reading}
        </li>
      ) : (
        <CopyItem environment={environment} job={job} companyName={companyName} operation={operation} />
      )}
    </>
  );
}
