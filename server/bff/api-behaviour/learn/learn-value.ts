import type { JsonType } from "#server/api-client/normalise/expected.ts";
import { isRecord } from "#server/api-client/normalise/members.ts";
import { count, emptyShape, objectsOf, type Shape, tally } from "./shape.ts";
import { formatOf } from "./text-format.ts";
import type { WordCandidates } from "./word-candidates.ts";

/**
 * Limits for the levels, for the members of an object, and for the shapes of an answer. They limit what is
 * stored even if the API sends very large answers.
 */
const maxLevels = 10;
export const maxMembers = 60;
export const maxShapes = 300;

/** Matches a member name that is not data: an identifier of at most 64 characters. */
const programName = /^[a-z_$@][a-z0-9_.$:-]{0,63}$/i;
/** Matches a member name that contains an ID, a telephone number or a date. */
const dataInName = /\d{4,}|[0-9a-f]{8}-[0-9a-f]{4}/i;

const isProgramName = (name: string) => programName.test(name) && !dataInName.test(name) && name !== "__proto__";

/** The context for all values of one answer. */
export interface LearnContext {
  nowMs: number;
  candidates: WordCandidates;
  /** The number of shapes that are stored for this kind of answer. */
  shapes: { count: number };
}

export function typeOf(value: unknown): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value === "string" || typeof value === "boolean" ? (typeof value as "string" | "boolean") : "object";
}

/** Adds the shape of a value, but not the value itself. `path` names the place, for example `customers[].contract`. */
export function learnValue(shape: Shape, value: unknown, path: string, context: LearnContext): void {
  learn(shape, value, { path, member: "", level: 0 }, context);
}

interface Place {
  path: string;
  /** The name of the member. The items of an array use the name of the array. */
  member: string;
  level: number;
}

function learn(shape: Shape, value: unknown, place: Place, context: LearnContext): void {
  const { nowMs, candidates } = context;
  shape.seen += 1;
  tally(shape.types, typeOf(value), shape.seen, nowMs);
  if (typeof value === "string") {
    const format = formatOf(value);
    tally(shape.formats, format, shape.seen, nowMs);
    candidates.take(shape, place, value.trim(), { format, place: shape.seen, nowMs });
  }
  if (place.level >= maxLevels) return;
  if (Array.isArray(value)) {
    if (value.length === 0) return;
    shape.items ??= newShape(context);
    for (const item of value) {
      learn(shape.items, item, { path: `${place.path}[]`, member: place.member, level: place.level + 1 }, context);
    }
  } else if (isRecord(value)) {
    for (const name of Object.keys(value)) learnMember(shape, name, value[name], place, context);
  }
}

function learnMember(shape: Shape, name: string, value: unknown, place: Place, context: LearnContext): void {
  const nth = objectsOf(shape);
  const isNamed = isProgramName(name);
  let known = isNamed && Object.hasOwn(shape.members, name) ? shape.members[name] : undefined;
  if (known === undefined && isNamed && Object.keys(shape.members).length < maxMembers && hasRoom(context)) {
    known = { present: firstTime(nth, context.nowMs), shape: newShape(context) };
    shape.members[name] = known;
  } else if (known === undefined) {
    shape.others ??= { present: firstTime(nth, context.nowMs), shape: newShape(context) };
    known = shape.others;
  }
  count(known.present, nth, context.nowMs);
  const below = known === shape.others ? "*" : name;
  learn(
    known.shape,
    value,
    { path: place.path === "" ? below : `${place.path}.${below}`, member: below, level: place.level + 1 },
    context,
  );
}

const firstTime = (nth: number, nowMs: number) => ({ count: 0, first: nth, last: nth, firstAt: nowMs, lastAt: nowMs });

const hasRoom = ({ shapes }: LearnContext) => shapes.count < maxShapes;

function newShape({ shapes }: LearnContext): Shape {
  shapes.count += 1;
  return emptyShape();
}

/** Counts a shape and all shapes inside it. */
export function countShapes(shape: Shape): number {
  const inner = [...Object.values(shape.members).map((member) => member.shape), shape.others?.shape, shape.items];
  return inner.reduce((sum, one) => sum + (one === undefined ? 0 : countShapes(one)), 1);
}
