import { type CharSet, DFA, type Expression, JS, NFA, type NoParent } from "refa";
import { maxTicketLength } from "#lib/contract/values/operations/write-references.ts";

/** The maximum length of a pattern or a template, in characters. */
const maxPatternLength = 200;

/** The maximum number of states of the automaton. The pattern of a real ticket needs fewer. */
const maxStates = 2_000;

/** Parses the pattern. A pattern must match the complete ticket, so its `^` and `$` are removed. */
function parse(pattern: string) {
  const source = pattern.replace(/^\^/, "").replace(/(?<!\\)\$$/, "");
  const limits = { assertions: "throw", backreferences: "throw", maxNodes: maxStates } as const;
  return JS.Parser.fromLiteral({ source, flags: "u" }).parse(limits);
}

/**
 * Compiles the pattern to an automaton that takes one step per character, for any text. A pattern with backtracking
 * could block the process, but an automaton cannot (docs/decisions/0038-tickets-notes-and-tags.md). Throws if the
 * pattern is no regular expression, has look-around or back references, or is too large.
 */
function matcherOf(pattern: string): (ticket: string) => boolean {
  const { expression, maxCharacter } = parse(pattern);
  const nfa = NFA.fromRegex(expression, { maxCharacter }, {}, new NFA.LimitedNodeFactory(maxStates));
  const dfa = DFA.fromFA(nfa, new DFA.LimitedNodeFactory(maxStates));
  const characters = (ticket: string) => Array.from(ticket, (character) => character.codePointAt(0) ?? 0);
  return (ticket) => ticket.length <= maxTicketLength && dfa.test(characters(ticket));
}

/** The characters of examples, in order of preference. For example, a class with digits gives 4, 7, 1, 1. */
const exampleCharacters = ["4711", "ABCD", "abcd"];

/** How often a single character is repeated in an example if the pattern allows any number. */
const exampleLength = 4;

/**
 * An example ticket for the pattern, such as `INC-4711` for `INC-[0-9]+`. Undefined if no matching example is found.
 */
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
      // Only single characters get additional repetitions. Nested repetitions would make the example too long.
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
 * The problem of `TICKET_PATTERN`, as the end of a sentence that begins with the variable's name. Null if the pattern
 * is valid.
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
 * The problem of `TICKET_URL`, as the end of a sentence that begins with the variable's name. Null if the template is
 * valid.
 */
export function ticketUrlProblem(template: string): string | null {
  if (!template.includes("{ticket}")) return "must contain {ticket}, where the ticket is put in";
  const [one, other] = ["a", "b"].map((ticket) => URL.parse(template.replaceAll("{ticket}", ticket)));
  if (!one || !other || !/^https?:$/.test(one.protocol))
    return "must be an address that begins with http:// or https://";
  if (one.username !== "" || one.password !== "") return "must not contain a user";
  return one.origin === other.origin ? null : "must have {ticket} behind the host, not in it";
}

/** The format of tickets, and the address of a ticket's page. */
export type TicketRules = ReturnType<typeof createTicketRules>;

export function createTicketRules({ pattern, url }: { pattern: string | undefined; url: string | undefined }) {
  const matches = pattern === undefined ? () => true : matcherOf(pattern);
  return {
    /** `TICKET_PATTERN` as configured. Undefined: every ticket is valid. */
    pattern,
    /** The value of `TICKET_URL`. */
    url,
    matches,
    /** A matching ticket that explains the format. Undefined if every ticket is valid, or if no example was found. */
    example: pattern === undefined ? undefined : exampleOf(pattern, matches),
    /** The address of the ticket in the ticket system. Undefined without `TICKET_URL`. */
    linkOf: (ticket: string): string | undefined => url?.replaceAll("{ticket}", () => encodeURIComponent(ticket)),
  };
}
