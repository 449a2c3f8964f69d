import type { callKinds } from "#lib/contract/values/call-values.ts";
import { places } from "#lib/places.ts";

export const callForms = { one: "call", other: "calls" } as const;
export const requestForms = { one: "request", other: "requests" } as const;

export const kindNames: Readonly<Record<(typeof callKinds)[number], string>> = {
  attempt: "Request",
  merged: "Shared with another request",
  stale: "Answered with older data",
  held: "Not sent",
};

export const callTexts = {
  ms: (shown: string) => `${shown} ms`,
  retry: (attempt: number) => `attempt ${attempt}`,
  copyCurl: "Copy as curl",
  /** The value is in double quotes, so that the shell replaces `$TOKEN` with the token. */
  authorization: '"Authorization: Bearer $TOKEN"',
  changes: "# This changes data at the API. Do not run it to repeat something that was sent.",
  kind: "Kind",
  at: "Began",
  wait: "Waited",
  firstByte: "First byte after",
  duration: "Duration",
  size: "Response size",
  attempt: "Attempt",
  repeats: "Repeats",
  because: "because:",
  breaker: "Requests to the API",
  breakerStates: { closed: "Requests pass", open: "Requests are held back", "half-open": "One request is tried" },
  tokenAge: "Token age",
  seconds: (shown: string) => `${shown} s`,
  requestID: "Request ID",
  copyRequestID: "Copy request ID",
  upstreamRequestID: "Request ID of the API",
  copyUpstreamRequestID: "Copy request ID of the API",
  sameID: "The same",
  callID: "Call ID",
  copyCallID: "Copy call ID",
  copyPath: "Copy path",
  copyWho: "Copy e-mail of the person",
  cause: "Caused by",
  person: "Person",
  operation: "Operation",
  copyOperationID: "Copy operation ID",
  copyID: (name: string) => `Copy ${name}`,
  query: "Query",
  sentBody: "Request content",
  receivedBody: "Response content",
  audit: "Audit log of this request",
  sameRequest: "Calls of this request",
  workers: {
    reconciler: "Checks of unknown results",
    verifier: "Verification of accepted changes",
    "job-tracker": "Tracking of jobs",
    "live-jobs": "Live jobs",
    "bulk-runner": "Bulk changes",
  } as Readonly<Record<string, string>>,
} as const;

export const drawerTexts = {
  title: "API calls of this page",
  loading: "Loading the API calls…",
  none: "This page has made no API calls.",
  noneWhy: "Its data came from Switchboard itself, or another server process answered.",
  record: "Recorded by this server process; those of other processes are not listed.",
  har: "Download HAR",
  caseWhy:
    "A case file shows this page again elsewhere: npm start -- --case <file>. It includes response content only if an administrator has turned on its recording.",
  all: "All API calls",
  background: "In the background",
  more: (shown: string) => `The latest ${shown} are shown.`,
} as const;

export const callsTexts = {
  title: places.calls.title,
  explained: "The calls of this server process to the API. Opening this page sends none.",
  since: "Recorded since",
  dropped: (shown: string) => `${shown} older calls have made room for newer ones.`,
  pager: "Pages of API calls",
  loading: "Loading the API calls…",
  empty: "No API calls",
  emptyReason: "None is recorded. Calls of other server processes are not listed.",
  har: "Download HAR",
  bodies: "Record content…",
  figures: "Summary",
  details: "Errors, rate and latency",
  errors: (count: string) => `${count} failed`,
  retries: (count: string) => `${count} retried`,
  merged: (count: string) => `${count} shared with another request`,
  stale: (count: string) => `${count} answered with older data`,
  held: (count: string) => `${count} not sent`,
  errorColumn: "Errors",
  rate: "Requests by minute",
  minute: "Minute",
  lastHour: "The last hour, by minute, of the calls below.",
  answered: "Answered",
  failed: "Failed",
  errorGroups: "Errors by kind and path",
  noErrors: "none failed",
  noErrorGroups: "No call has failed.",
  error: "Error",
  request: "Request",
  count: "Calls",
  last: "Last",
  paths: "Latency by path",
  noPaths: "No requests yet.",
  typical: "Typical",
  slow: "Slow (p95)",
} as const;

export const columnTexts = {
  request: "Request",
  result: "Result",
  duration: "Duration",
  cause: "Caused by",
  requestID: "Request ID",
  at: "Time",
  open: (request: string) => `Details of ${request}`,
} as const;

export const filterNames = {
  result: "Result",
  results: { ok: "Answered", error: "Failed", unanswered: "Cancelled" },
  kind: "Kind",
  cause: "Caused by",
  causes: { page: "Page", route: "Request of a page", worker: "Background work" },
  path: "Path",
  error: "Error",
  id: "ID",
  person: "Person",
  requests: "Requests",
  request: "Request ID",
} as const;

export const bodiesTexts = {
  title: "Record the content of API calls",
  explained:
    "What is sent to the API and what it answers is not recorded, because it holds data of customers. Turn it on for one person for one hour, for example to get a case file that shows their page again. It is redacted, kept in memory only, seen by administrators and by that person (not by viewers), and recorded in the audit log.",
  person: "Person",
  choose: "Choose a person",
  start: "Record for one hour",
  stop: (name: string) => `Stop recording ${name}`,
  stopShort: "Stop",
  on: "On now",
  none: "It is not on for any person.",
  until: "until",
  close: "Close",
  failed: "The recording was not changed.",
} as const;
