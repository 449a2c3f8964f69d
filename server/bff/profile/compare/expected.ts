import type { JsonType } from "#server/bff/profile/learn/shape.ts";
import type { TextFormat } from "#server/bff/profile/learn/text-format.ts";

/** What pages lose without a member: the whole record, or what the member says. */
export type Need = "breaking" | "hiding" | "optional";

/** What the console expects of values at one place, and what else it can read. */
export interface Expected {
  /** The types of the specification, or of our reading of it; null is one only where the record may lack the value. */
  types: readonly JsonType[];
  /** Other types that the console reads just as well. */
  readable?: readonly JsonType[];
  /** Of texts, where it matters. */
  formats?: readonly TextFormat[];
  /** Other ways to write it that the console reads just as well. */
  readableFormats?: readonly TextFormat[];
  /** The words that the console understands, folded; others are shown as they are. */
  words?: readonly string[];
  members?: Readonly<Record<string, ExpectedMember>>;
  items?: Expected;
}

export interface ExpectedMember {
  need: Need;
  value: Expected;
  /** Other names that the console reads, folded. */
  names?: readonly string[];
  /** Names, folded, under which the console finds the same one level higher. */
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
