/** The first error in a text that should be JSON. Lines and columns are counted from 1. */
export interface JsonProblem {
  kind: JsonProblemKind;
  line: number;
  column: number;
  /** The name of a duplicate member. */
  name?: string;
}

export type JsonProblemKind =
  | "value"
  | "name"
  | "colon"
  | "comma"
  | "string"
  | "number"
  | "end"
  | "duplicate"
  | "deep"
  | "empty";

/**
 * The maximum nesting depth of the text. The text becomes part of a request body, and the server refuses a body with
 * deeper nesting.
 */
const maxDepth = 30;

class Found extends Error {
  readonly kind: JsonProblemKind;
  readonly at: number;
  readonly member: string | undefined;

  constructor(kind: JsonProblemKind, at: number, member?: string) {
    super(kind);
    this.kind = kind;
    this.at = at;
    this.member = member;
  }
}

const blank = /[ \t\n\r]*/y;
const literal = /true|false|null/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON strings may not contain control characters
const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y;

/**
 * Finds the first error in a JSON text. Undefined if the text is valid. `JSON.parse` is not enough: its messages differ
 * between JavaScript engines, and it does not report duplicate members.
 */
export function findJsonProblem(text: string): JsonProblem | undefined {
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };
  const skip = () => take(blank);
  const takeMark = (mark: string) => {
    if (text[at] !== mark) return false;
    at += 1;
    return true;
  };

  function members(close: "}" | "]", one: () => void): void {
    skip();
    if (takeMark(close)) return;
    for (;;) {
      skip();
      one();
      skip();
      if (takeMark(close)) return;
      if (!takeMark(",")) throw new Found("comma", at);
    }
  }

  function value(depth: number): void {
    if (depth > maxDepth) throw new Found("deep", at);
    const begin = text[at];
    if (takeMark("{")) {
      const names = new Set<string>();
      members("}", () => {
        const nameAt = at;
        const name = take(string);
        if (name === undefined) throw new Found(text[at] === '"' ? "string" : "name", at);
        const member: string = JSON.parse(name);
        if (names.has(member)) throw new Found("duplicate", nameAt, member);
        names.add(member);
        skip();
        if (!takeMark(":")) throw new Found("colon", at);
        skip();
        value(depth + 1);
      });
    } else if (takeMark("[")) members("]", () => value(depth + 1));
    else if (begin === '"') {
      if (take(string) === undefined) throw new Found("string", at);
    } else if (take(literal) === undefined && take(number) === undefined) {
      throw new Found(begin !== undefined && /[-+.\d]/.test(begin) ? "number" : "value", at);
    }
  }

  try {
    skip();
    if (at === text.length) throw new Found("empty", 0);
    value(1);
    skip();
    if (at < text.length) throw new Found("end", at);
    return undefined;
  } catch (error) {
    if (!(error instanceof Found)) throw error;
    const before = text.slice(0, error.at).split(/\r\n|\r|\n/);
    const column = (before.at(-1)?.length ?? 0) + 1;
    return {
      kind: error.kind,
      line: before.length,
      column,
      ...(error.member !== undefined && { name: error.member }),
    };
  }
}
