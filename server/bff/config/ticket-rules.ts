import { type CharSet, DFA, type Expression, JS, NFA, type NoParent } from "refa";
import { maxTicketLength } from "#lib/contract/values/operations/write-references.ts";

/** The maximum length of a pattern and of a template. */
const maxPatternLength = 200;

/** The maximum number of states. A real pattern of a ticket needs fewer. */
const maxStates = 2_000;

/** Parses the pattern. The pattern must match the whole ticket, so `^` and `$` around the pattern change nothing. */
function parse(pattern: string) {
  const source = pattern.replace(/^\^/, "").replace(/(?<!\\)\$$/, "");
  const limits = { assertions: "throw", backreferences: "throw", maxNodes: maxStates } as const;
  return JS.Parser.fromLiteral({ source, flags: "u" }).parse(limits);
}

/**
 * Compiles the pattern to an automaton. The automaton takes one step per character, for any text. So an operator's
 * pattern cannot stall the process; a pattern with backtracking could (docs/decisions/0038-tickets-notes-and-tags.md).
 * Throws if the pattern is not a regular expression, has look-around or back references, or is too large.
 */
function matcherOf(pattern: string): (ticket: string) => boolean {
  const { expression, maxCharacter } = parse(pattern);
  const nfa = NFA.fromRegex(expression, { maxCharacter }, {}, new NFA.LimitedNodeFactory(maxStates));
  const dfa = DFA.fromFA(nfa, new DFA.LimitedNodeFactory(maxStates));
  const characters = (ticket: string) => Array.from(ticket, (character) => character.codePointAt(0) ?? 0);
  return (ticket) => ticket.length <= maxTicketLength && dfa.test(characters(ticket));
}

/** The characters of examples, in the order in which they are preferred: a class with digits gives 4, 7, 1, 1. */
const exampleCharacters = ["4711", "ABCD", "abcd"];

/** How often an example repeats a single character where the pattern allows any number. */
const exampleLength = 4;

/** A ticket of the pattern, such as `INC-4711` for `INC-[0-9]+`. Undefined if the ticket found does not match. */
function exampleOf(pattern: string, matches: (ticket: string) => boolean): string | undefined {
  const text = textOf(parse(pattern).expression);
  return matches(text) && text.trim() !== "" ? text : undefined;
}

/** A text that the first alternative matches. */
function textOf({ alternatives }: NoParent<Pick<Expression, "alternatives">>): string {
  return (alternatives[0]?.elements ?? [])
    .map((element) => {
      if (element.type === "CharacterClass") return characterOf(element.characters, 0);
      if (element.type === "Alternation") return textOf(element);
      if (element.type !== "Quantifier") return "";
      const [only, ...others] = element.alternatives[0]?.elements ?? [];
      // Only a single character is repeated more often than it must be. Nested repetitions would give a long text.
      if (only?.type !== "CharacterClass" || others.length > 0) return textOf(element).repeat(Math.max(element.min, 1));
      const count = Math.max(element.min, Math.min(element.max, exampleLength));
      return Array.from({ length: count }, (_, index) => characterOf(only.characters, index)).join("");
    })
    .join("");
}

function characterOf(set: CharSet, index: number): string {
  const preferred = exampleCharacters.map((characters) => characters.charAt(index % characters.length));
  const found = preferred.find((character) => set.has(character.charCodeAt(0)));
  return found ?? String.fromCodePoint(set.ranges[0]?.min ?? 0);
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
  const matches = pattern === undefined ? () => true : matcherOf(pattern);
  return {
    /** `TICKET_PATTERN` as configured. Undefined: every ticket is valid. */
    pattern,
    /** The value of `TICKET_URL`. */
    url,
    matches,
    /** A ticket that matches, to explain the format. Undefined: every ticket is valid, or no example was found. */
    example: pattern === undefined ? undefined : exampleOf(pattern, matches),
    /** The ticket's page in the ticket system. Undefined without `TICKET_URL`. */
    linkOf: (ticket: string): string | undefined => url?.replaceAll("{ticket}", () => encodeURIComponent(ticket)),
  };
}
