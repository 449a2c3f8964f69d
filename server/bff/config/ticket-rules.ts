import { DFA, JS, NFA } from "refa";
import { maxTicketLength } from "#lib/contract/values/operations/write-subjects.ts";

/** The maximum length of a pattern and of a template. */
const maxPatternLength = 200;

/** The format of tickets and the address that they link to. */
export interface TicketRules {
  /** `TICKET_PATTERN` as configured. Undefined: every ticket is valid. */
  pattern: string | undefined;
  /** `TICKET_URL`. */
  url: string | undefined;
  matches(ticket: string): boolean;
  /** The ticket's own page elsewhere; undefined without `TICKET_URL`. */
  linkOf(ticket: string): string | undefined;
}

/** More states than these are no pattern of a ticket. */
const maxStates = 2_000;

/**
 * The pattern as an automaton, which takes one step for each character whatever the text is: a pattern that an operator
 * has written cannot stall the process, as one that backtracks could. It has to match the whole ticket, so `^` and `$`
 * around it change nothing (docs/decisions/0038-tickets-notes-and-tags.md). Throws where it is no regular expression,
 * looks around or refers back, or is too large.
 */
function matcherOf(pattern: string): (ticket: string) => boolean {
  const source = pattern.replace(/^\^/, "").replace(/(?<!\\)\$$/, "");
  const limits = { assertions: "throw", backreferences: "throw", maxNodes: maxStates } as const;
  const { expression, maxCharacter } = JS.Parser.fromLiteral({ source, flags: "u" }).parse(limits);
  const nfa = NFA.fromRegex(expression, { maxCharacter }, {}, new NFA.LimitedNodeFactory(maxStates));
  const dfa = DFA.fromFA(nfa, new DFA.LimitedNodeFactory(maxStates));
  const characters = (ticket: string) => Array.from(ticket, (character) => character.codePointAt(0) ?? 0);
  return (ticket) => ticket.length <= maxTicketLength && dfa.test(characters(ticket));
}

/** What is wrong with `TICKET_PATTERN`, to go on from its name; null for nothing. */
export function ticketPatternProblem(pattern: string): string | null {
  if (pattern.length > maxPatternLength) return `must be ${maxPatternLength} characters or less`;
  try {
    matcherOf(pattern);
    return null;
  } catch {
    return "must be a regular expression such as INC-[0-9]+, without lookarounds and backreferences, that fits a whole ticket";
  }
}

/** What is wrong with `TICKET_URL`, to go on from its name; null for nothing. */
export function ticketUrlProblem(template: string): string | null {
  if (!template.includes("{ticket}")) return "must contain {ticket}, where the ticket is put in";
  const [one, other] = ["a", "b"].map((ticket) => URL.parse(template.replaceAll("{ticket}", ticket)));
  if (!one || !other || !/^https?:$/.test(one.protocol))
    return "must be an address that begins with http:// or https://";
  if (one.username !== "" || one.password !== "") return "must not contain a user";
  return one.origin === other.origin ? null : "must have {ticket} behind the host, not in it";
}

export function createTicketRules({
  pattern,
  url,
}: {
  pattern: string | undefined;
  url: string | undefined;
}): TicketRules {
  return {
    pattern,
    url,
    matches: pattern === undefined ? () => true : matcherOf(pattern),
    linkOf: (ticket) => url?.replaceAll("{ticket}", () => encodeURIComponent(ticket)),
  };
}
