import type { LiveJobs } from "#lib/live-jobs/use-live-jobs.ts";
import { places } from "#lib/places.ts";

export const jobsTexts = {
  title: places.jobs.title,
  pager: "Pages of jobs",
  loading: "Loading jobs…",
  order: "In the API's order. A filter shows only the jobs that this console has recorded.",
  recorded: (jobs: string, total: string | undefined) =>
    `Newest first. From ${jobs} that this console has recorded${total === undefined ? "" : `, of ${total} at the API`}.`,
  newJobs: (count: string) => `${count} new`,
  changed: "The list has changed",
  show: "Show",
  noneRecorded: "No recorded job is in this state",
  noneRecordedWhy:
    "The API cannot filter jobs. The filter finds the jobs that this console has read: on this page, on customers' pages and in the background.",
  showAll: "Show all jobs",
  watchedMost: (most: number) => `Only the first ${most} unfinished jobs update live.`,
  empty: "No jobs in this environment",
  emptyReason:
    "A job is work that the API does in the background, such as setting up a new customer. Each one appears here with its steps and its result.",
  create: "Create customer",
  copyID: "Copy job ID",
  copyCustomerID: "Copy customer ID",
  openCustomer: "Open customer",
  gone: "The API no longer finds this job. This is its last known state",
  goneMark: "Not found",
  took: "took",
  ended: (job: string, state: string) => `${job}: ${state}`,
} as const;

export const jobColumnTexts = {
  job: "Job",
  type: "Type",
  state: "State",
  progress: "Progress",
  jobID: "Job ID",
  customerID: "Customer ID",
  created: "Created",
  updated: "Updated",
} as const;

/** Explains how job updates arrive: a short text for the page and a sentence for the tooltip. */
export const connectionTexts: Readonly<
  Record<LiveJobs["connection"] | "finished" | "listed", { word: string; why: string }>
> = {
  live: { word: "Live", why: "Changes appear as soon as the API reports them." },
  polling: {
    word: "Updates every few seconds",
    why: "Live updates are not available at the moment. This page checks for changes every few seconds.",
  },
  paused: {
    word: "Paused while hidden",
    why: "Updates continue when you return to this page.",
  },
  ended: { word: "Live updates ended", why: "Your session has ended. Sign in again to continue." },
  finished: { word: "No updates expected", why: "A finished job no longer changes." },
  listed: {
    word: "Checks for new jobs",
    why: "Every job on this page is finished. Switchboard reads the list again every 15 seconds.",
  },
};

export const jobTexts = {
  title: (shortID: string, companyName?: string) => (companyName ? `Job of ${companyName}` : `Job ${shortID}`),
  heading: (companyName?: string) => (companyName ? `Job of ${companyName}` : "Job"),
  back: "Jobs",
  loading: "Loading the job…",
  status: "State",
  noProgress: "Progress is not provided by the API.",
  apiWord: "API value",
  customer: "Customer",
  operation: "Operation",
  by: "by",
  notOurs: "No operation known to Switchboard",
  operationUnread: "Could not be read",
  kind: "Type",
  created: "Created",
  updated: "Updated",
  running: "Running for",
  took: "Took",
  reasonTitle: { failed: "The job failed", cancelled: "The job was cancelled" },
  noReason: "No reason provided by the API.",
  steps: "Steps",
  noSteps: "This job reports no steps.",
  stepsOmitted: (count: number) => (count === 1 ? "1 more step is not shown." : `${count} more steps are not shown.`),
  stepsShown: (from: number, to: number, all: number) => `${from}–${to} of ${all}`,
  showAllSteps: "Show all steps",
  stepUnnamed: "Unnamed step",
  rawOmitted: "This job has too much raw data to show here. The page shows only the parts that Switchboard knows.",
  rawWhole: "Open raw data",
  unknownStateTitle: (word: string) => `The API reports ${word}, a state that Switchboard does not know`,
  unknownState: "The job counts as unfinished. Switchboard keeps checking.",
  setback: (from: string, to: string) => `The job went back from ${from} to ${to}`,
  unchanged: "No change for",
  stuck: "The job seems stuck. Switchboard keeps checking.",
  notFound: "The API does not find this job at the moment. Switchboard keeps checking.",
  vanished: "The API no longer finds this job",
  vanishedReason: "The last known state is shown below, read at",
  unread: "The last known state is shown below, read at",
  missing: "The API finds no job with this ID",
  missingReason: "The ID may be mistyped, or belong to the other environment or to a job that the API no longer keeps.",
  askAgain: "Try again",
  seenLast: "Last known state:",
  nowIs: (word: string, step: string | undefined) => `Job: ${word}${step === undefined ? "" : `, ${step}`}`,
} as const;

/** A job state inside a sentence, such as `running (60%)`. */
export function jobStateSentence(word: string, percent: string | undefined): string {
  const lower = word.startsWith("“") ? word : word.toLowerCase();
  return percent === undefined ? lower : `${lower} (${percent})`;
}

/** What a person can do about a failed job. */
export const jobActionTexts = {
  again: "Start again with these values",
  openCustomer: "Open customer",
  copy: "Copy for ticket",
  reading: "Loading the job…",
  copyLabel: "Job",
  notLoaded: "Not copied: the page could not load a part of itself. Reload it and try again.",
} as const;
