"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { BriefcaseBusiness, Check, RotateCcw, Users } from "#components/ui/icon/icons.tsx";
import { asCommand } from "#components/ui/page-commands.ts";
import { useSession } from "#components/ui/session.tsx";
import { may } from "#lib/contract/access/permissions.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { Job } from "#lib/contract/job.ts";
import { againParameter, canStartAgain, likeParameter } from "#lib/operation-kinds/create-customer.ts";
import { outcomeDetail } from "#lib/operations/operation-outcome.ts";
import { pages } from "#lib/paths.ts";
import { customerQueryOptions } from "#lib/query/customers/customer.ts";
import { keepPageData } from "#lib/query/page-reading.ts";
import { useJobOperation } from "./job-facts.tsx";
import { jobActionTexts as texts } from "./texts.ts";
import { type CopiedJob, useCopyJob } from "./use-copy-job.tsx";

/**
 * The query of the page that creates a customer with the values of the failed job. Undefined if the job has not failed,
 * if the person may not create customers, or if the values are not known. Also undefined if the job's customer may
 * exist, because a creation would then make a second customer.
 */
export function useStartAgain(
  environment: Environment,
  { jobID, state, customerID = "" }: Job,
): URLSearchParams | undefined {
  const isAllowed = may(useSession().staff.role, "customers.create");
  const { operation, isRead } = useJobOperation(environment, jobID);
  const isOthers = isRead && !operation;
  const { data } = useQuery({
    ...customerQueryOptions(environment, customerID),
    ...keepPageData,
    meta: {},
    enabled: isAllowed && isOthers && state === "failed" && customerID !== "",
  });
  if (!isAllowed || state !== "failed") return undefined;
  if (operation) {
    const { operationID } = operation;
    return canStartAgain(operation, outcomeDetail(operation))
      ? new URLSearchParams({ [againParameter]: operationID })
      : undefined;
  }
  return data?.customer.deleted ? new URLSearchParams({ [likeParameter]: customerID }) : undefined;
}

function CopyJob(props: CopiedJob) {
  const { button, copied, press, result } = useCopyJob(props);
  const Icon = copied ? Check : BriefcaseBusiness;
  return (
    <>
      <Button ref={button} onClick={press} {...asCommand(texts.copy)}>
        <Icon aria-hidden className={copied ? "size-4 text-positive" : "size-4"} />
        {texts.copy}
      </Button>
      {result}
    </>
  );
}

/** The actions for a failed or cancelled job. They are offered for every person's jobs. */
export function JobActions({ environment, job }: { environment: Environment; job: Job }) {
  const { operation } = useJobOperation(environment, job.jobID);
  const again = useStartAgain(environment, job);
  const { customerID, companyName = operation?.companyName } = job;
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      {again && (
        <Link href={pages.newCustomer(environment, again)} prefetch={false} className={buttonClass("primary")}>
          <RotateCcw aria-hidden className="size-4" />
          {texts.again}
        </Link>
      )}
      {customerID !== undefined && (
        <Link href={pages.customer(environment, customerID)} prefetch={false} className={buttonClass()}>
          <Users aria-hidden className="size-4" />
          {texts.openCustomer}
        </Link>
      )}
      <CopyJob environment={environment} job={job} companyName={companyName} operation={operation} />
    </div>
  );
}
