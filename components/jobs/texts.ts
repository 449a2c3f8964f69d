import type { LiveJobs } from "#lib/live-jobs/use-live-jobs.ts";

export const jobsTexts = {
  title: "Jobs",
  pager: "Pages of jobs",
  loading: "Loading jobs…",
  order: "In the API's own order: it only pages jobs, and offers neither filters nor sorting.",
  watchedMost: (most: number) => `Only the first ${most} unfinished ones are watched.`,
  empty: "The API tells of no jobs in this environment",
  emptyReason: "A job appears here when the API begins to work on something, such as creating a customer.",
  copyID: "Copy job ID",
  copyCustomerID: "Copy customer ID",
  gone: "The API does not know this job any more; this is what it said last",
  goneMark: "gone",
  took: "took",
  ended: (jobID: string, state: string) => `Job ${jobID}: ${state}`,
} as const;

export const jobColumnTexts = {
  job: "Job",
  type: "Kind",
  state: "State",
  progress: "Progress",
  customer: "Customer",
  created: "Created",
  updated: "Updated",
} as const;

/** How news of jobs comes, in a word for the page and a sentence for the tooltip. */
export const connectionTexts: Readonly<Record<LiveJobs["connection"] | "finished", { word: string; why: string }>> = {
  live: { word: "Live", why: "Changes come by themselves, as soon as the API tells them." },
  polling: {
    word: "Asking every few seconds",
    why: "No stream to the console just now, so this page asks for changes by itself.",
  },
  paused: {
    word: "Not watching while hidden",
    why: "Nobody can see this page; it goes on when it is shown again.",
  },
  ended: { word: "Ended: no longer watching", why: "The session has ended. Sign in again to go on." },
  finished: { word: "Nothing left to watch", why: "What is finished does not change any more." },
};

export const jobTexts = {
  title: (shortID: string) => `Job ${shortID}`,
  heading: "Job",
  back: "Jobs",
  loading: "Loading the job…",
  status: "State",
  reload: "Reload the job",
  noProgress: "The API does not say how far it is.",
  apiWord: "The API's own word",
  customer: "Customer",
  copyCustomerID: "Copy customer ID",
  operation: "Operation",
  operationKinds: { "create-customer": "Create customer", "change-contract": "Change contract" },
  by: "by",
  copyOperationID: "Copy operation ID",
  notOurs: "Not begun by this console, as far as it knows",
  operationUnread: "Could not be read",
  kind: "Kind",
  created: "Created",
  updated: "Updated",
  running: "Under way for",
  took: "Took",
  reasonTitle: { failed: "It failed", cancelled: "It was cancelled" },
  noReason: "The API gives no reason.",
  steps: "Steps",
  noSteps: "The API tells no steps of this job.",
  stepsOmitted: (count: number) => `The API tells ${count} more, which are not shown.`,
  stepsShown: (from: number, to: number, all: number) => `${from}–${to} of ${all}`,
  showAllSteps: "Show all steps",
  stepUnnamed: "Unnamed step",
  raw: "What the API sent",
  rawOmitted:
    "The API sends more about this job than a page can show well: only the parts that the console knows are shown.",
  rawWhole: "Open all of it",
  unknownStateTitle: (word: string) => `The API says ${word}, a state that the console does not know`,
  unknownState: "It counts as unfinished, and the job is watched on.",
  setback: (from: string, to: string) => `It went back: it was ${from}, now it is ${to}`,
  unchanged: "No change for",
  stuck: "It seems stuck. Switchboard keeps checking.",
  notFound: "The API does not find this job at the moment. Switchboard keeps checking.",
  vanished: "The API does not know this job any more",
  vanishedReason: "Below is what it said last, read at",
  unread: "Below is what was read last, at",
  missing: "The API knows no job with this ID",
  missingReason: "The ID may be of the other environment, mistyped, or of a job that the API has forgotten.",
  askAgain: "Ask again",
  seenLast: "The console saw it last as",
  nowIs: (word: string, step: string | undefined) => `Job: ${word}${step === undefined ? "" : `, ${step}`}`,
} as const;

/** `running (60%)`: a state within a sentence. */
export function stateInSentence(word: string, percent: string | undefined): string {
  const lower = word.startsWith("“") ? word : word.toLowerCase();
  return percent === undefined ? lower : `${lower} (${percent})`;
}
