export type JsonType = "object" | "array" | "string" | "integer" | "number" | "boolean" | "null";

/** The format of a text. */
export type TextFormat =
  | "uuid"
  | "date-time"
  | "local-date-time"
  | "date"
  | "email"
  | "uri"
  | "digits"
  | "empty"
  | "word"
  | "text";

/**
 * What pages lose if a member is missing. `breaking`: the complete record is not shown. `hiding`: only the member's
 * value is missing. `optional`: nothing.
 */
export type Need = "breaking" | "hiding" | "optional";

/** The values that are expected for one part of an answer, and the alternatives that the console can read too. */
export interface Expected {
  /** The types in the specification, or our interpretation of it. Null is included only if the value may be missing. */
  types: readonly JsonType[];
  /** Additional types that the console can read. */
  readable?: readonly JsonType[];
  /** The formats of texts, if the format matters. */
  formats?: readonly TextFormat[];
  /** Additional formats that the console can read. */
  readableFormats?: readonly TextFormat[];
  /** The words that the console understands, in normalised form. Unknown words are shown unchanged. */
  words?: readonly string[];
  members?: Readonly<Record<string, ExpectedMember>>;
  items?: Expected;
}

export interface ExpectedMember {
  need: Need;
  value: Expected;
  /** Additional names that the console can read, in normalised form. */
  names?: readonly string[];
  /** Normalised names of members one level higher. The console also accepts the value there. */
  flat?: readonly string[];
}

const anyText: Expected = { types: ["string"], readable: ["integer", "number"] };
export const id: Expected = {
  types: ["string"],
  readable: ["integer"],
  formats: ["uuid"],
  readableFormats: ["word", "digits", "text"],
};
const instant: Expected = {
  types: ["string"],
  readable: ["integer", "number"],
  formats: ["date-time"],
  readableFormats: ["local-date-time", "date", "digits"],
};
const count: Expected = { types: ["integer"] };

export const needed = (value: Expected, names: readonly string[] = []): ExpectedMember => ({
  need: "breaking",
  value,
  names,
});
export const useful = (value: Expected, names: readonly string[] = []): ExpectedMember => ({
  need: "hiding",
  value,
  names,
});
export const optional = (value: Expected, names: readonly string[] = []): ExpectedMember => ({
  need: "optional",
  value: { ...value, types: [...value.types, "null"] },
  names,
});

export const record = (members: Readonly<Record<string, ExpectedMember>>): Expected => ({ types: ["object"], members });

export const shapes = { anyText, id, instant, count } as const;
