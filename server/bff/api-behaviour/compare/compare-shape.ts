import type { Severity } from "#lib/contract/values/api-behaviour.ts";
import {
  type Expected,
  type ExpectedMember,
  type JsonType,
  type Need,
  record,
  type TextFormat,
} from "#server/api-client/normalise/expected.ts";
import { foldMemberName, toWord } from "#server/api-client/normalise/members.ts";
import { objectsOf, type Shape, type Tally } from "#server/bff/api-behaviour/learn/shape.ts";
import { entriesOf, type Found } from "./found.ts";
import { newsOf } from "./news.ts";

/**
 * The number of records after which a missing member counts as a difference. `minRecords` is for a member that all
 * records lack. `minForSometimes` is for a member that only some records lack.
 */
const minRecords = 5;
const minForSometimes = 20;

const severityOf = (need: Need): Severity => (need === "optional" ? "hiding" : need);

/** Compares the observed values at one place with the expected values. `need` is the importance of the place. */
export function* compareShape(shape: Shape, expected: Expected, path = "", need: Need = "breaking"): Generator<Found> {
  const envelopes = path === "" ? otherEnvelopes(shape, expected) : [];
  for (const envelope of envelopes) {
    const { tally, place, inner } = envelope;
    const found = place === "" ? "array" : place;
    yield { path, kind: "other-envelope", severity: "info", found, expected: "object", of: shape.seen, tally };
    yield* compareShape(envelope.shape, inner, place === "" ? "[]" : place, need);
  }
  const isBareList = envelopes.some(({ place }) => place === "");
  yield* compareTypes(shape, isBareList ? { ...expected, types: [...expected.types, "array"] } : expected, path, need);
  if (expected.formats) yield* compareFormats(shape, expected, path, need);
  yield* compareWords(shape, expected, path);
  if (expected.members) yield* compareMembers(shape, expected.members, path, envelopes);
  if (expected.items && shape.items) yield* compareShape(shape.items, expected.items, `${path}[]`, "breaking");
}

/** An envelope that differs from the specification, but in which the console still finds the list. */
interface Envelope {
  /** The member that contains the envelope. Empty for a bare array. */
  place: string;
  tally: Tally;
  shape: Shape;
  inner: Expected;
}

/** Lists in other envelopes that the console can read: a bare array, or an envelope inside `data` or `result`. */
function otherEnvelopes(shape: Shape, { members = {} }: Expected): Envelope[] {
  const [collection, member] = Object.entries(members)[0] ?? [];
  if (collection === undefined || !member?.value.items) return [];
  const { array } = shape.types;
  const bare = array && shape.items ? [{ place: "", tally: array, shape: shape.items, inner: member.value.items }] : [];
  const wrapped = ["data", "result"].flatMap((place): Envelope[] => {
    const wrapper = shape.members[place];
    const holds = wrapper && variantsOf(wrapper.shape, collection, member).length > 0;
    return holds ? [{ place, tally: wrapper.present, shape: wrapper.shape, inner: record(members) }] : [];
  });
  return [...bare, ...wrapped];
}

function* compareTypes(shape: Shape, { types, readable = [] }: Expected, path: string, need: Need): Generator<Found> {
  for (const [type, tally] of entriesOf(shape.types)) {
    // An integer is valid where a number is expected.
    if (types.includes(type) || (type === "integer" && types.includes("number"))) continue;
    const kind = type === "null" ? "null" : "other-type";
    const severity = readable.includes(type) ? "info" : severityOf(need);
    yield { path, kind, severity, found: type, expected: types.filter(notNull).join(", "), of: shape.seen, tally };
  }
}

const notNull = (type: JsonType) => type !== "null";

function* compareFormats(shape: Shape, expected: Expected, path: string, need: Need): Generator<Found> {
  const { formats = [], readableFormats = [] } = expected;
  const of = shape.types.string?.count ?? 0;
  for (const [format, tally] of entriesOf<TextFormat>(shape.formats)) {
    if (formats.includes(format)) continue;
    const severity = readableFormats.includes(format) ? "info" : severityOf(need);
    yield { path, kind: "other-format", severity, found: format, expected: formats.join(", "), of, tally };
  }
}

function* compareWords(shape: Shape, { words }: Expected, path: string): Generator<Found> {
  const of = shape.types.string?.count ?? 0;
  if (words === undefined) {
    yield* newsOf.words(shape, path);
    return;
  }
  for (const [word, tally] of Object.entries(shape.words)) {
    if (words.includes(toWord(word) ?? "")) continue;
    yield { path, kind: "unknown-word", severity: "hiding", found: word, of, tally };
  }
}

type Member = Shape["members"][string];

/** The observed members that the console reads as `name`: by this name or by another accepted name. */
function variantsOf(shape: Shape, name: string, { names = [] }: ExpectedMember): [string, Member][] {
  const folded = [foldMemberName(name), ...names];
  return Object.entries(shape.members).filter(([other]) => folded.includes(foldMemberName(other)));
}

function* compareMembers(
  shape: Shape,
  expected: Readonly<Record<string, ExpectedMember>>,
  path: string,
  envelopes: readonly Envelope[],
): Generator<Found> {
  const wrappers = envelopes.filter(({ place }) => place !== "");
  const objects = objectsOf(shape) - wrappers.reduce((sum, { tally }) => sum + tally.count, 0);
  if (objects === 0) return;
  const below = (name: string) => (path === "" ? name : `${path}.${name}`);
  const matched = new Set(wrappers.map(({ place }) => place));
  for (const [name, member] of Object.entries(expected)) {
    const variants = variantsOf(shape, name, member).filter(([other]) => !matched.has(other));
    const flat = Object.keys(shape.members).filter((one) => member.flat?.includes(foldMemberName(one)));
    for (const one of [...flat, ...variants.map(([other]) => other)]) matched.add(one);
    for (const [found, { present, shape: inner }] of variants) {
      if (found !== name) {
        const other = { found, expected: name, of: objects, tally: present };
        yield { path: below(name), kind: "other-name", severity: "info", ...other };
      }
      yield* compareShape(inner, member.value, below(name), member.need);
    }
    const [first] = flat;
    const flatMember = first === undefined ? undefined : shape.members[first];
    if (flatMember) {
      const other = { found: flat.join(", "), expected: name, of: objects, tally: flatMember.present };
      yield { path: below(name), kind: "other-name", severity: "info", ...other };
    }
    yield* absences(shape, { name, path: below(name), member, objects }, [
      ...variants.map(([, { present }]) => present),
      ...(flatMember ? [flatMember.present] : []),
    ]);
  }
  for (const [name, { present, shape: inner }] of Object.entries(shape.members)) {
    if (matched.has(name)) continue;
    yield { path: below(name), kind: "unknown-member", severity: "info", found: name, of: objects, tally: present };
    yield* newsOf.gone(shape, below(name), present, "info");
    yield* newsOf.types(inner, below(name));
  }
  if (shape.others) {
    const { present } = shape.others;
    yield { path: below("*"), kind: "unknown-member", severity: "info", found: "*", of: objects, tally: present };
  }
}

/**
 * The differences for records that lack a member. `presences` counts the records that have the member, for each of its
 * names.
 */
function* absences(
  shape: Shape,
  { name, path, member, objects }: { name: string; path: string; member: ExpectedMember; objects: number },
  presences: readonly Tally[],
): Generator<Found> {
  const { object } = shape.types;
  if (object === undefined) return;
  const [only] = presences;
  if (member.need === "optional") {
    if (only && presences.length === 1) yield* newsOf.gone(shape, path, only, "hiding");
    return;
  }
  const count = objects - presences.reduce((sum, present) => sum + present.count, 0);
  const common = { path, severity: member.need, expected: name, of: objects };
  if (presences.length === 0 && objects >= minRecords) {
    yield { ...common, kind: "missing", tally: { ...object, count } };
  } else if (count > 0 && objects >= minForSometimes) {
    // True if all records had the member, up to the last record that has it. The difference then began after that
    // record.
    const wasAlways = only && presences.length === 1 && only.count === only.last;
    const firstAt = wasAlways ? only.lastAt : object.firstAt;
    yield { ...common, kind: "sometimes-missing", tally: { ...object, count, firstAt } };
  }
}
