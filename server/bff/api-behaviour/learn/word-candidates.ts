import type { TextFormat } from "#server/api-client/normalise/expected.ts";
import { foldMemberName } from "#server/api-client/normalise/members.ts";
import type { Shape } from "./shape.ts";
import { tally } from "./shape.ts";

/** The normalised names of members that the specification declares as enumerations (sections 2, 3 and 4.5). */
const declared: ReadonlySet<string> = new Set([
  "term",
  "plan",
  "contractterm",
  "contractplan",
  "status",
  "state",
  "type",
  "jobtype",
  "kind",
  "direction",
  "events",
  "eventtypes",
  "eventtype",
  "tokentype",
]);

/**
 * Endings of member names that may refer to a person or a thing. The values of such members are never stored, even if
 * there are few different values.
 */
const naming =
  /(?:name|mail|phone|number|msisdn|e164|id|uuid|key|token|secret|password|address|street|city|user|person|staff|owner|contact|from|to|caller|callee|message|reason|description|detail|title|note|comment|label|url|uri|href|error)$/;

/**
 * For a vocabulary that the contract does not declare: the minimum number of answers, and the maximum number of words.
 */
const minAnswers = 1_000;
const maxWords = 20;
/** How often a word must have occurred before it is stored. A rarer value may belong to a single customer. */
const minSightings = 20;
/** The maximum number of words that are stored for a declared vocabulary. Further words are ignored. */
const maxDeclaredWords = 50;

/** The maximum number of places that are observed at the same time. */
const maxCandidates = 2_000;

interface Candidate {
  /** The number of answers with a value at this place. */
  answers: number;
  lastAnswer: number;
  /**
   * How often each value occurred. Null if the vocabulary is not closed: a value was not a word, or there were too many
   * different values.
   */
  values: Map<string, number> | null;
}

/**
 * The values of members that may have a closed vocabulary. The values exist only in memory. They are deleted as soon as
 * the vocabulary proves not to be closed.
 */
export class WordCandidates {
  private readonly candidates = new Map<string, Candidate>();
  private answer = 0;

  /** Must be called before the values of each answer. */
  beginAnswer(): void {
    this.answer += 1;
  }

  /**
   * Adds one text at a place. A word of a declared member is stored immediately. Texts of members whose name matches
   * `naming` are never stored. For any other member, words are stored only if 1,000 answers had at most 20 different
   * values. Each stored word must have occurred at least 20 times.
   */
  take(shape: Shape, place: { path: string; member: string }, text: string, observation: Observation): void {
    const { path, member } = place;
    const name = foldMemberName(member);
    if (declared.has(name)) {
      if (observation.format !== "word") return;
      if (Object.keys(shape.words).length < maxDeclaredWords || Object.hasOwn(shape.words, text)) {
        tally(shape.words, text, observation.place, observation.nowMs);
      }
      return;
    }
    if (naming.test(name)) return;
    const known = this.candidateOf(path);
    if (!known?.values) return;
    if (known.lastAnswer !== this.answer) known.answers += 1;
    known.lastAnswer = this.answer;
    known.values.set(text, (known.values.get(text) ?? 0) + 1);
    if (observation.format !== "word" || known.values.size > maxWords) {
      known.values = null;
      shape.words = {};
      shape.isOpen = true;
      return;
    }
    if (known.answers < minAnswers || (known.values.get(text) ?? 0) < minSightings) return;
    tally(shape.words, text, observation.place, observation.nowMs);
  }

  private candidateOf(path: string): Candidate | undefined {
    const known = this.candidates.get(path);
    if (known !== undefined || this.candidates.size >= maxCandidates) return known;
    const candidate: Candidate = { answers: 0, lastAnswer: 0, values: new Map() };
    this.candidates.set(path, candidate);
    return candidate;
  }
}

interface Observation {
  format: TextFormat;
  place: number;
  nowMs: number;
}
