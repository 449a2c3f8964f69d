"use client";

import { useEffect, useState } from "react";
import { useCopying } from "#components/ui/record/copy-button.tsx";
import { useSession } from "#components/ui/session.tsx";
import { storedItem } from "#lib/browser-storage/stored-items.ts";
import { caseFormats } from "#lib/case-summary/case-formats.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { Job } from "#lib/contract/job.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import { jobStateWord } from "#lib/operations/job-texts.ts";
import { pages } from "#lib/paths.ts";
import { jobActionTexts as texts } from "./texts.ts";

/** Loads the code that writes the summary. The code loads after the page, so that the page itself stays small. */
const loadSummary = () => import("#lib/case-summary/job-summary.ts").then((module) => module.jobSummary);

export interface CopiedJob {
  environment: Environment;
  job: Job;
  companyName: string | undefined;
  operation: Operation | undefined;
}

/** Copies a summary of a job for a ticket. The summary has the format that the person has chosen for tickets. */
export function useCopyJob({ environment, job, companyName, operation }: CopiedJob) {
  const { staffID } = useSession().staff;
  const { button, copied, copy, byHand } = useCopying(texts.copyLabel);
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    // Already loads the code, because the browser allows copying only right after the person has pressed the button.
    loadSummary().catch(() => {});
  }, []);
  const press = () => {
    const stored = storedItem("ticket-format", staffID).read();
    const facts = {
      environment,
      permalink: new URL(pages.job(environment, job.jobID), window.location.origin).href,
      job,
      stateWord: jobStateWord(job),
      companyName,
      operation,
      copiedAt: new Date().toISOString(),
    };
    loadSummary().then(
      (jobSummary) => copy(jobSummary(facts, caseFormats.find((one) => one === stored) ?? "text")),
      () => setFailed(true),
    );
  };
  const notLoaded = isFailed && (
    <span role="alert" className="text-negative text-table">
      {texts.notLoaded}
    </span>
  );
  /** Render `result` beside the button. It shows the summary or an error if the summary could not be copied. */
  const result = (
    <>
      {byHand}
      {notLoaded}
    </>
  );
  return { button, copied, press, result };
}
