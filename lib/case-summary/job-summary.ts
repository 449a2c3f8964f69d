import type { Environment } from "#lib/contract/environment.ts";
import type { Job } from "#lib/contract/job.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import type { CaseFormat } from "./case-formats.ts";
import { caseTime, caseWriters } from "./case-summary.ts";
import { jobSummaryTexts as texts } from "./case-summary-texts.ts";

/** The input of a job's summary. */
export interface JobFacts {
  environment: Environment;
  /** The full URL of the job's page. */
  permalink: string;
  job: Job;
  /** The job's state in the words of the page. */
  stateWord: string;
  companyName?: string | undefined;
  /** The operation in Switchboard that started the job, if there is one. */
  operation?: Pick<Operation, "operationID" | "actor" | "ticket"> | undefined;
  copiedAt: string;
}

/** Returns the name of the step at which a job has failed. */
const failedStepOf = ({ steps }: Job): string | undefined => steps.find(({ state }) => state === "failed")?.name;

/**
 * Writes what a colleague needs to know about a job: its result in the API's own sentence, its customer, the person who
 * requested it, and a link. All times are in UTC. Each external text becomes one line without active markup.
 */
export function jobSummary(facts: JobFacts, format: CaseFormat): string {
  const { environment, permalink, job, stateWord, companyName, operation, copiedAt } = facts;
  const { title, link, line, value } = caseWriters[format];
  const optional = (label: string, text: string | undefined) =>
    text === undefined || text === "" ? [] : [line(label, value(text))];
  const lines = [
    title(`${value(companyName ? texts.jobOf(companyName) : texts.job)} (${texts.environments[environment]})`),
    link(permalink),
    line(texts.jobID, value(job.jobID)),
    ...optional(texts.type, job.type),
    line(texts.result, job.reason === undefined ? value(stateWord) : `${value(stateWord)}: “${value(job.reason)}”`),
    ...optional(texts.failedStep, failedStepOf(job)),
    ...optional(texts.customerID, job.customerID),
    line(texts.requestedBy, operation ? value(operation.actor.name || operation.actor.email) : texts.notHere),
    ...optional(texts.operation, operation?.operationID),
    ...optional(texts.ticket, operation?.ticket),
    ...(job.created === undefined ? [] : [line(texts.created, caseTime(job.created))]),
    ...(job.updated === undefined ? [] : [line(texts.updated, caseTime(job.updated))]),
    ...(format === "markdown" ? [""] : []),
    texts.copied(caseTime(copiedAt)),
  ];
  return `${lines.join("\n")}\n`;
}
