import { DFA, JS, NFA } from "refa";
import { maxTicketLength } from "#lib/contract/values/operations/write-references.ts";

/** The maximum length of a pattern and of a template. */
const maxPatternLength = 200;

/** The maximum number of states. A real pattern of a ticket needs fewer. */
const maxStates = 2_000;

/**
 * Compiles the pattern to an automaton. The automaton takes one step per character, for any text. So an operator's
 * pattern cannot stall the process; a pattern with backtracking could. The pattern must match the whole ticket, so `^`
 * and `$` around the pattern change nothing (docs/decisions/0038-tickets-notes-and-tags.md). Throws if the pattern is
 * not a regular expression, has look-around or back references, or is too large.
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

/**
 * What is wrong with `TICKET_PATTERN`, as the end of a sentence that starts with the variable's name. Null for a valid
 * pattern.
 */
export function ticketPatternProblem(pattern: string): string | null {
  if (pattern.length > maxPatternLength) return `must be ${maxPatternLength} characters or less`;
  try {
    matcherOf(pattern);
    return null;
  } catch {
    return "must be a regular expression such as INC-[0-9]+, without lookarounds and backreferences, that fits a whole ticket";
  }
}

/**
 * What is wrong with `TICKET_URL`, as the end of a sentence that starts with the variable's name. Null for a valid
 * template.
 */
export function ticketUrlProblem(template: string): string | null {
  if (!template.includes("{ticket}")) return "must contain {ticket}, where the ticket is put in";
  const [one, other] = ["a", "b"].map((ticket) => URL.parse(template.replaceAll("{ticket}", ticket)));
  if (!one || !other || !/^https?:$/.test(one.protocol))
    return "must be an address that begins with http:// or https://";
  if (one.username !== "" || one.password !== "") return "must not contain a user";
  return one.origin === other.origin ? null : "must have {ticket} behind the host, not in it";
}

/** The format of tickets and the address that they link to. */
export type TicketRules = ReturnType<typeof createTicketRules>;

export function createTicketRules({ pattern, url }: { pattern: string | undefined; url: string | undefined }) {
  return {
    /** `TICKET_PATTERN` as configured. Undefined: every ticket is valid. */
    pattern,
    /** The value of `TICKET_URL`. */
    url,
    matches: pattern === undefined ? () => true : matcherOf(pattern),
    /** The ticket's page in the ticket system. Undefined without `TICKET_URL`. */
    linkOf: (ticket: string): string | undefined => url?.replaceAll("{ticket}", () => encodeURIComponent(ticket)),
  };
}
