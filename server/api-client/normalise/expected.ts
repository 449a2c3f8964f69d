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

/** The part that pages lose without a member: the whole record, or only the member's value. */
export type Need = "breaking" | "hiding" | "optional";

/** The expected values at one place, and the alternatives that the console can read. */
export interface Expected {
  /**
   * The types in the specification, or our interpretation of it. Includes null only if the record may lack the value.
   */
  types: readonly JsonType[];
  /** Other types that the console can also read. */
  readable?: readonly JsonType[];
  /** Formats of texts, if they matter. */
  formats?: readonly TextFormat[];
  /** Other formats that the console can also read. */
  readableFormats?: readonly TextFormat[];
  /** The words that the console understands, normalised. Other words are shown unchanged. */
  words?: readonly string[];
  members?: Readonly<Record<string, ExpectedMember>>;
  items?: Expected;
}

export interface ExpectedMember {
  need: Need;
  value: Expected;
  /** Other names that the console can read, normalised. */
  names?: readonly string[];
  /** Normalised names under which the console finds the value one level higher. */
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
