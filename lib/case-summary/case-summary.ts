import type { CaseFormat } from "#lib/case-summary/case-formats.ts";
import { stateWords, caseSummaryTexts as texts } from "#lib/case-summary/case-summary-texts.ts";
import type { Customer, CustomerAnswer } from "#lib/contract/customers/customer.ts";
import type { AsOn } from "#lib/contract/customers/customer-history.ts";
import { customerState } from "#lib/contract/customers/customer-state.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { Job } from "#lib/contract/job.ts";
import type { KnownMember } from "#lib/contract/values/customers/known-filters.ts";
import { contractValueName } from "#lib/format/contract-value-name.ts";
import { formatInstantStable } from "#lib/format/format-time.ts";
import { historyMemberNames, historyValue } from "#lib/known/history-texts.ts";
import { oneLineOf } from "#lib/operations/result-sentence.ts";

/** An email address whose local part is quoted: `"anna smith"@acme.example`. */
const quotedAddress = /("[^"]*")@(?=[^\s@<>"'(),;:[\]\\])/g;

/**
 * A word that may contain an email address. The pattern scans each word only once, so long words do not slow it down.
 */
const word = /[^\s<>(),;:[\]\\]+/gu;
const hostBegin = /[^@"']/;

const initialOf = (person: string) => `${[...person.replace(/^["']+/, "").slice(0, 2)][0] ?? ""}…`;

/** Returns the index of the last `@` that has text on both sides. Returns 0 or -1 if the text has no such `@`. */
function addressSign(text: string): number {
  let at = text.lastIndexOf("@");
  while (at > 0 && !hostBegin.test(text[at + 1] ?? "@")) at = text.lastIndexOf("@", at - 1);
  return at;
}

/**
 * Shortens the name before the `@` of every email address in a text: `a…@acme.example`. Words that are possibly an
 * address are shortened too, so that no address is missed.
 */
export function redactAddresses(text: string): string {
  const unquoted = text.replace(quotedAddress, (_whole, person: string) => `${initialOf(person)}@`);
  return unquoted.replace(word, (whole) => {
    const at = addressSign(whole);
    return at > 0 ? initialOf(whole.slice(0, at)) + whole.slice(at) : whole;
  });
}

/** One requested or completed change, and its result. */
export interface SummaryChange {
  /** ISO 8601 instant, like all times in this file. */
  at: string;
  what: string;
  result: string;
  /** Why the change had no effect. `isFromAPI`: the text comes from the API, so the summary quotes it. */
  reason?: { text: string; isFromAPI: boolean } | undefined;
  /** The person who requested the change. Absent for a change outside Switchboard. */
  by?: string | undefined;
  ticket?: string | undefined;
}

export interface SummaryPlanned {
  what: string;
  state: string;
  starts?: string | undefined;
  ends?: string | undefined;
}

/** The input of a case summary. */
export interface CaseFacts {
  environment: Environment;
  /** The page's full URL, without parameters for open dialogs. */
  permalink: string;
  customerID: string;
  customer?: Customer | undefined;
  memberSeenAt?: CustomerAnswer["memberSeenAt"] | undefined;
  /** Set if the customer data come from an older answer: the time of that answer. */
  customerStaleSince?: string | undefined;
  /** The ticket that the person works on. */
  ticket?: string | undefined;
  /** The changes, newest first. Undefined: the changes could not be read. */
  changes: readonly SummaryChange[] | undefined;
  planned?: SummaryPlanned | undefined;
  /** The jobs that have not ended. */
  jobs: readonly Job[];
  /** The customer's state at the time that the person selected, if the state is known. */
  asOn?: AsOn | undefined;
  /** The customer's pinned note, which everybody sees. Set if the person wants it in the ticket. */
  pinnedNote?: string | undefined;
  copiedAt: string;
}

/** The maximum number of changes in a summary. */
export const maxSummaryChanges = 5;

/** The maximum length of an external value, in characters. */
const maxValue = 500;

/** Notes may be longer than other values, because people write them for colleagues. */
const maxNote = 2_000;

export const caseTime = (at: string) => `${formatInstantStable(at, "minute")} UTC`;

/**
 * Escapes a text for Markdown, so that it appears exactly as written: without emphasis, link, picture, markup, mention
 * or automatic link. Every character that could start Markdown syntax gets a backslash.
 */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]<>|~#!&@$]/g, "\\$&").replace(/:(?=\/)|\.(?=\S)/g, "\\$&");
}

/** How a format writes a heading, a label and an external value. */
export interface CaseWriter {
  title: (value: string) => string;
  link: (url: string) => string;
  line: (label: string, value: string) => string;
  heading: (label: string) => string;
  item: (value: string) => string;
  value: (text: string, maxLength?: number) => string;
}

const plainValue = (text: string, maxLength = maxValue) => redactAddresses(oneLineOf(text, maxLength));

export const caseWriters: Readonly<Record<CaseFormat, CaseWriter>> = {
  text: {
    title: (value) => value,
    link: (url) => url,
    line: (label, value) => `${label}: ${value}`,
    heading: (label) => `${label}:`,
    item: (value) => `- ${value}`,
    value: plainValue,
  },
  markdown: {
    title: (value) => `### ${value}\n`,
    link: (url) => `- <${url}>`,
    line: (label, value) => `- **${label}:** ${value}`,
    heading: (label) => `\n**${label}**\n`,
    item: (value) => `- ${value}`,
    value: (text, maxLength) => escapeMarkdown(plainValue(text, maxLength)),
  },
};

function stateOf(customer: Customer, jobs: readonly Job[]): string {
  const state = customerState(customer, { jobs });
  const word = customer.deleted && state !== "deleted" ? `${stateWords[state]}, deleted` : stateWords[state];
  return customer.deleted && customer.deletedAt !== undefined ? `${word} ${caseTime(customer.deletedAt)}` : word;
}

/** Returns one line, such as `Enterprise, 36 months; 412 users; administrator c…@acme.example; active`. */
function contractOf(customer: Customer, { jobs, memberSeenAt = {} }: CaseFacts): string {
  const { contract, usersCount, adminUser } = customer;
  const dated = (member: KnownMember, text: string) => {
    const at = memberSeenAt[member];
    return at === undefined ? text : `${text} (${texts.readAt(caseTime(at))})`;
  };
  const named = (member: "plan" | "term") => {
    const value = contract[member];
    return value === undefined ? texts.notProvided(member) : dated(member, contractValueName(member, value));
  };
  return [
    `${named("plan")}, ${named("term")}`,
    ...(usersCount === undefined ? [] : [dated("usersCount", texts.users(usersCount))]),
    ...(adminUser.email === undefined ? [] : [dated("email", texts.administrator(adminUser.email))]),
    stateOf(customer, jobs),
  ].join("; ");
}

function changeLine({ at, what, result, reason, by, ticket }: SummaryChange, { value }: CaseWriter): string {
  const sentence = reason && (reason.isFromAPI ? `: “${value(reason.text)}”` : `: ${value(reason.text)}`);
  const who = [by, ticket].flatMap((word) => (word === undefined ? [] : value(word))).join(", ");
  return `${caseTime(at)}: ${value(what)}. ${value(result)}${sentence ?? ""}${who === "" ? "" : ` (${who})`}`;
}

function plannedLine({ what, state, starts, ends }: SummaryPlanned, { value }: CaseWriter): string {
  const times = [
    ...(starts === undefined ? [] : [texts.starts(caseTime(starts))]),
    ...(ends === undefined ? [] : [texts.ends(caseTime(ends))]),
  ];
  return [value(what), ...times, value(state)].join(", ");
}

function jobLine({ jobID, state, stateText, progress }: Job, { value }: CaseWriter): string {
  const word = stateText === "" ? state : stateText;
  const done = progress === undefined ? "" : `, ${Math.round(progress * 100)} %`;
  return `${value(word)}${done} (${value(jobID)})`;
}

function asOnLine({ member, answer, before, after }: AsOn["members"][number], { value }: CaseWriter): string {
  const side = (read: typeof before) =>
    read ? `${value(historyValue(member, read.value))} (${caseTime(read.seenAt)})` : texts.notSeen;
  return `${historyMemberNames[member]}: ${texts.asOnAnswers[answer]}; ${texts.before} ${side(before)}; ${texts.after} ${side(after)}`;
}

/**
 * Writes the facts with which a colleague can continue the work: the customer, the requests with their results, the
 * planned changes, the ticket and the link. All times are in UTC. Email addresses are shortened. Each external text
 * becomes one line without active markup.
 */
export function caseSummary(facts: CaseFacts, format: CaseFormat = "text"): string {
  const { customer, customerStaleSince, ticket, changes, planned, jobs, asOn, pinnedNote } = facts;
  const writer = caseWriters[format];
  const { title, link, line, heading, item, value } = writer;
  const lines = [
    title(`${value(customer?.companyName || texts.customer)} (${texts.environments[facts.environment]})`),
    link(facts.permalink),
    line(texts.customerID, value(facts.customerID)),
    ...(ticket === undefined ? [] : [line(texts.ticket, value(ticket))]),
    line(texts.contract, customer ? value(contractOf(customer, facts)) : texts.notRead),
    ...(customerStaleSince === undefined ? [] : [line(texts.contractAsOf, caseTime(customerStaleSince))]),
    ...(planned ? [line(texts.planned, plannedLine(planned, writer))] : []),
    ...jobs.map((job) => line(texts.runningJob, jobLine(job, writer))),
    ...(pinnedNote === undefined ? [] : [line(texts.pinnedNote, value(pinnedNote, maxNote))]),
    ...(changes === undefined ? [line(texts.changes, texts.notRead)] : []),
    ...(changes && changes.length > 0
      ? [
          heading(texts.changes),
          ...changes.slice(0, maxSummaryChanges).map((change) => item(changeLine(change, writer))),
        ]
      : []),
    ...(asOn
      ? [
          heading(texts.asOn(caseTime(asOn.at), asOn.answer)),
          ...asOn.members.map((member) => item(asOnLine(member, writer))),
        ]
      : []),
    ...(format === "markdown" ? [""] : []),
    texts.copied(caseTime(facts.copiedAt)),
  ];
  return `${lines.join("\n")}\n`;
}
