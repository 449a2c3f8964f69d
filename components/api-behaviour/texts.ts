import type { Difference } from "#lib/contract/api-behaviour.ts";
import type { DifferenceKind, differenceDecisions, Severity } from "#lib/contract/values/api-behaviour.ts";
import { places } from "#lib/places.ts";

type Decision = (typeof differenceDecisions)[number];

export const apiBehaviourTexts = {
  title: places.apiBehaviour.title,
  explained:
    "What the API really sends, learnt from its answers without keeping any values, and how that differs from what Switchboard expects.",
  nothingYet: "No answers of the API have been examined yet. Open a page of this environment, then reload.",
  learnt: (answers: string) => `Learnt from ${answers} answers since`,
  learntEnd: ".",
  fileName: (environment: string) => `api-behaviour-${environment}.json`,
  reviewLabel: (what: string) => `Review: ${what}`,
  rests: (section: string, count: number, shown: string) =>
    `Specification, section ${section} · ${count === 1 ? "1 answer" : `${shown} answers`}`,
  answered: (count: number, shown: string, mean: string) =>
    `${count === 1 ? "1 answer" : `${shown} answers`} · ${mean} on average`,
  skipped: (skipped: string) => `${skipped} answers were not examined, because many came at once.`,
  inOrder: "No open differences",
  open: (count: number, shown: string) => (count === 1 ? "1 open difference" : `${shown} open differences`),
  differences: "Differences",
  decided: "Decided differences",
  seen: "Seen",
  lastSeen: "Last seen",
  decision: "Decision",
  review: "Review",
  seenOf: (count: string, of: string) => `${count} of ${of}`,
  silences: "Where the specification is silent",
  silencesExplained: "What this API does where the specification says “not shown”, and how many answers show it.",
  notSeen: "Not seen yet",
  operations: "Answers by operation",
  member: "Member",
  types: "Type",
  words: "Values",
  present: "Present",
  download: "Download OpenAPI",
  firstSeen: "First seen",
  example: "Calls of the latest answer",
  copyRequestID: "Copy request ID",
  reason: "Reason",
  failed: "The decision was not saved",
  save: "Save decision",
  cancel: "Cancel",
  by: (by: string) => `by ${by}`,
  report: "Text for the API's provider",
  copyReport: "Copy text",
  mayNotDecide: "Only editors and administrators can decide about it.",
} as const;

export const severityNames: Readonly<Record<Severity, string>> = {
  breaking: "Breaks a page",
  hiding: "Hides something",
  info: "For information",
};

export const decisionNames: Readonly<Record<Decision | "reopened", string>> = {
  accepted: "Accepted in all environments",
  "accepted-here": "Accepted in this environment",
  reported: "Reported to the API's provider",
  reopened: "Open again",
};

const typeNames: Readonly<Record<string, string>> = {
  "date-time": "a time with its zone",
  "local-date-time": "a time without a zone",
  uuid: "a UUID",
  digits: "digits",
  date: "a date",
  email: "an e-mail address",
  uri: "a web address",
  empty: "an empty text",
  word: "a word",
  text: "free text",
  string: "text",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  object: "an object",
  array: "an array",
  null: "null",
  html: "an HTML page",
  xml: "XML",
  "broken-json": "broken JSON",
  binary: "binary data",
  "too-deep": "JSON of too many levels",
};

/** Turns types or formats that are separated by commas into readable words. */
export const typeName = (type: string): string =>
  type
    .split(", ")
    .map((one) => typeNames[one] ?? one)
    .join(" or ");

type Described = Pick<Difference, "kind" | "found" | "expected" | "where">;

const place = ({ where }: Described) => (where.path === "" ? "the answer" : where.path);

const summaries: Readonly<Record<DifferenceKind, (difference: Described) => string>> = {
  unreadable: ({ found = "" }) => `The answer is ${typeName(found)} instead of JSON`,
  missing: (one) => `${place(one)} is never sent`,
  "sometimes-missing": (one) => `${place(one)} is sometimes missing`,
  gone: (one) => `${place(one)} is no longer sent`,
  "other-name": (one) => `${place(one)} is called ${one.found}`,
  "other-envelope": ({ found }) =>
    found === "array" ? "The list comes as a bare array" : `The list comes inside ${found}`,
  "other-type": (one) =>
    one.expected
      ? `${place(one)} is ${typeName(one.found ?? "")} instead of ${typeName(one.expected)}`
      : `${place(one)} is now also ${typeName(one.found ?? "")}`,
  null: (one) => `${place(one)} is null`,
  "other-format": (one) => `${place(one)} is ${typeName(one.found ?? "")} instead of ${typeName(one.expected ?? "")}`,
  "unknown-word": (one) => `${place(one)} has the unknown value “${one.found}”`,
  "new-word": (one) => `${place(one)} has the new value “${one.found}”`,
  "unknown-member": (one) =>
    one.found === "*" ? `${place(one)}: members with changing names` : `${place(one)} is not in the contract`,
  "other-status": ({ found }) => `Answered with status ${found}, which the specification does not name`,
};

/** Describes a difference in one line. */
export const summaryOf = (difference: Described): string => summaries[difference.kind](difference);

const meanings: Readonly<Record<Severity, string>> = {
  breaking: "Pages that need this answer show an error instead of data.",
  hiding: "Pages are shown, but what depends on this is missing from them or shown as unknown.",
  info: "Switchboard reads it just as well. Nothing is missing on any page.",
};

const steps: Readonly<Record<Severity, string>> = {
  breaking: "Report it to the API's provider at once. Until it is fixed, expect errors on these pages.",
  hiding: "Report it to the API's provider, or accept it if the value is not needed.",
  info: "Accept it, or report it if the API's provider should know.",
};

export const meaningOf = ({ severity }: Pick<Difference, "severity">): string => meanings[severity];
export const stepOf = ({ severity }: Pick<Difference, "severity">): string => steps[severity];

/** A report for the API's provider. It contains no customer data. */
export const reportOf = (one: Difference, counts: { count: string; of: string }): string =>
  [
    `${one.where.operation} (${one.environment}), status ${one.where.status}`,
    summaryOf(one),
    `Seen in ${counts.count} of ${counts.of} values, first ${one.firstSeen}, last ${one.lastSeen}.`,
    `Latest answer: X-Request-ID ${one.requestID}`,
  ].join("\n");

const questions: Readonly<Record<string, string>> = {
  "customer-members": "Which members does a customer have?",
  plans: "Which plans are there?",
  terms: "Which terms are there?",
  "job-states": "Which states does a job have?",
  "creation-statuses": "How is a creation answered?",
  "creation-members": "What does the answer to a creation hold?",
  "change-statuses": "How is a contract change answered?",
  "change-members": "What does the answer to a contract change hold?",
  "activity-members": "Which members does an activity have?",
  "activity-types": "Which types of activity are there?",
  "activity-directions": "Which directions are there?",
  "activity-paging": "Do limit and offset apply to activities?",
  "job-members": "Which members does a job have?",
  "webhook-members": "Which members does a webhook have?",
  "webhook-events": "Which events do webhooks name?",
  "number-members": "Which members does a number have?",
  refusals: "When are 403, 409, 422 and 429 sent?",
  "error-bodies": "What do error answers look like?",
};

export const questionOf = (question: string): string => questions[question] ?? question;
