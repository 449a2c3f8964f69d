import { stateWords, caseSummaryTexts as texts } from "#lib/case-summary/case-summary-texts.ts";
import type { Customer } from "#lib/contract/customers/customer.ts";
import type { AsOn, HistoryState } from "#lib/contract/customers/customer-history.ts";
import { customerState } from "#lib/contract/customers/customer-state.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { Job } from "#lib/contract/job.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import { changedBy, changeWords, historyMemberNames, historyValue, membersByCause } from "#lib/known/history-texts.ts";
import { contractChangeOf } from "#lib/operation-kinds/operation-kinds.ts";

/** An email address whose local part is quoted: `"anna smith"@acme.example`. */
const quotedAddress = /("[^"]*")@(?=[^\s@<>"'(),;:[\]\\])/g;

/** A word that may contain an email address. The pattern scans each word only once, so long words are no problem. */
const word = /[^\s<>(),;:[\]\\]+/gu;
const hostBegin = /[^@"']/;

const initialOf = (person: string) => `${[...person.replace(/^["']+/, "").slice(0, 2)][0] ?? ""}…`;

/** The index of the last `@` in a word with text before and after it. */
function addressSign(text: string): number {
  let at = text.lastIndexOf("@");
  while (at > 0 && !hostBegin.test(text[at + 1] ?? "@")) at = text.lastIndexOf("@", at - 1);
  return at;
}

/**
 * Shortens the name before the `@` of every email address in a text: `a…@acme.example`. A doubtful word is shortened
 * too, so that no address is missed.
 */
export function redactAddresses(text: string): string {
  const unquoted = text.replace(quotedAddress, (_whole, person: string) => `${initialOf(person)}@`);
  return unquoted.replace(word, (whole) => {
    const at = addressSign(whole);
    return at > 0 ? initialOf(whole.slice(0, at)) + whole.slice(at) : whole;
  });
}

/** The time at which a part of the page was read, or the reason why it could not be read. */
export interface SummaryPart {
  name: string;
  asOf?: string | undefined;
  stale?: true | undefined;
  problem?: { code: string; requestID?: string | undefined } | undefined;
}

/** The input of a case summary. */
export interface CaseFacts {
  environment: Environment;
  /** The page's full URL, without parameters for open dialogs. */
  permalink: string;
  customerID: string;
  customer?: Customer | undefined;
  operations: readonly Operation[];
  jobs: readonly Job[];
  /** The customer's states from the record, the newest first, and what is known of a time that the person asked for. */
  states?: readonly HistoryState[] | undefined;
  asOn?: AsOn | undefined;
  parts: readonly SummaryPart[];
  /** ISO 8601 instant. */
  copiedAt: string;
}

/** Removes line breaks and control characters; keeps the indentation. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trimEnd();

function stateOf(customer: Customer, jobs: readonly Job[]): string {
  const state = customerState(customer, { jobs });
  const word = customer.deleted && state !== "deleted" ? `${stateWords[state]}, deleted` : stateWords[state];
  return customer.deleted && customer.deletedAt !== undefined ? `${word} ${customer.deletedAt}` : word;
}

/** The request of an operation in words: `plan: essential -> professional`, `create-customer`. */
function requestedChange(operation: Operation): string {
  const change = contractChangeOf(operation);
  return change ? `${change.member}: ${change.before ?? "?"} -> ${change.value ?? "?"}` : operation.kind;
}

function operationLines(operation: Operation): string[] {
  const { operationID, outcome, actor, createdAt, settledAt, confirmedAt, jobID, problem } = operation;
  const times = [
    `started ${createdAt}`,
    ...(settledAt === undefined ? [] : [`settled ${settledAt}`]),
    ...(confirmedAt === undefined ? [] : [`verified ${confirmedAt}`]),
  ];
  return [
    `- ${operationID} ${outcome}, ${requestedChange(operation)}, by ${actor.email}`,
    `  ${times.join(", ")}`,
    ...(jobID === undefined ? [] : [`  job ${jobID}${operation.job ? ` ${operation.job.state}` : ""}`]),
    ...(problem === undefined ? [] : [`  problem ${problem.code}, request ${problem.requestID}`]),
  ];
}

function jobLine({ jobID, state, stateText }: Job): string {
  return `- ${jobID} ${state}${stateText === "" ? "" : ` (${stateText})`}`;
}

function partLine({ name, asOf, stale, problem }: SummaryPart): string {
  const read = asOf === undefined ? texts.notRead : stale ? texts.lastRead(asOf) : asOf;
  const failure = problem && `${problem.code}${problem.requestID ? `, request ${problem.requestID}` : ""}`;
  return `- ${name}: ${read}${failure ? `; failed: ${failure}` : ""}`;
}

/** The maximum number of states in a summary. */
const maxStates = 10;

function stateLine({ from, until, cause, changed, takenBack }: HistoryState): string {
  const seen = texts.seen(from, until);
  const operation = cause.operationID === undefined ? "" : `, operation ${cause.operationID}`;
  if (!changed)
    return `- ${cause.kind === "elsewhere" ? texts.createdElsewhere : texts.firstState}${operation}, ${seen}`;
  const { outside, own } = membersByCause({ cause, changed });
  const undone = takenBack === undefined ? "" : `, ${texts.takenBack} ${takenBack}`;
  const part = (members: typeof own, by: string) =>
    members.length === 0 ? [] : [`${members.map(changeWords).join("; ").replaceAll("→", "->")} (${by})`];
  const parts = [
    ...part(outside, texts.elsewhere(changed.after, changed.before)),
    ...part(own, `${changedBy.operation}${operation}`),
  ];
  return `- ${parts.join("; ")}${undone}, ${seen}`;
}

function asOnLine({ member, answer, before, after }: AsOn["members"][number]): string {
  const side = (read: typeof before) => (read ? `${historyValue(member, read.value)} (${read.seenAt})` : texts.notSeen);
  return `- ${historyMemberNames[member]}: ${texts.asOnAnswers[answer]}; before: ${side(before)}; after: ${side(after)}`;
}

/**
 * The facts about a customer, as plain text for a ticket. All times are in UTC. Email addresses in any member are
 * redacted.
 */
export function caseSummary({ customer, operations, jobs, states = [], asOn, parts, ...facts }: CaseFacts): string {
  const customerLines = customer && [
    `${texts.company}: ${customer.companyName}`,
    `${texts.state}: ${stateOf(customer, jobs)}`,
    `${texts.plan}: ${customer.contract.plan ?? texts.notProvided}`,
    `${texts.term}: ${customer.contract.term ?? texts.notProvided}`,
    `${texts.users}: ${customer.usersCount ?? texts.notProvided}`,
    `${texts.administrator}: ${customer.adminUser.email ?? texts.notProvided}`,
    `${texts.created}: ${customer.created ?? texts.notProvided}`,
  ];
  const lines = [
    texts.title,
    `${texts.environment}: ${facts.environment.toUpperCase()}`,
    `${texts.page}: ${facts.permalink}`,
    `${texts.customerID}: ${facts.customerID}`,
    ...(customerLines ?? [texts.customerNotRead]),
    texts.copied(facts.copiedAt),
    "",
    texts.operations,
    ...(operations.length === 0 ? [`- ${texts.none}`] : operations.flatMap(operationLines)),
    ...(states.length === 0 ? [] : ["", texts.history, ...states.slice(0, maxStates).map(stateLine)]),
    ...(asOn ? ["", texts.asOn(asOn.at, asOn.answer), ...asOn.members.map(asOnLine)] : []),
    ...(jobs.length === 0 ? [] : ["", texts.runningJobs, ...jobs.map(jobLine)]),
    "",
    texts.readAt,
    ...parts.map(partLine),
  ];
  return `${lines.map((text) => redactAddresses(oneLine(text))).join("\n")}\n`;
}
