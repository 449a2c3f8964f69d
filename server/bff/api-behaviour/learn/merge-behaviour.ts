import { countShapes, maxMembers, maxShapes } from "./learn-value.ts";
import {
  emptyShape,
  type LearntBehaviour,
  type OperationBehaviour,
  objectsOf,
  type Shape,
  type StatusBehaviour,
  type Tallies,
  type Tally,
} from "./shape.ts";

/** Merges two consecutive tallies. `before` is the number of observations before the second tally. */
function mergeTally(one: Tally | undefined, two: Tally, before: number): Tally {
  if (one === undefined) return { ...two, first: two.first + before, last: two.last + before };
  return {
    count: one.count + two.count,
    first: one.first,
    last: two.last + before,
    firstAt: Math.min(one.firstAt, two.firstAt),
    lastAt: Math.max(one.lastAt, two.lastAt),
  };
}

function mergeTallies<Key extends string>(one: Tallies<Key>, two: Tallies<Key>, before: number): Tallies<Key> {
  const merged = { ...one };
  for (const [key, value] of Object.entries(two) as [Key, Tally][]) merged[key] = mergeTally(one[key], value, before);
  return merged;
}

type Member = Shape["members"][string];

/** The number of shapes in the merged result. */
interface Room {
  shapes: number;
}

/**
 * Merges what was learned in two periods. `one` must have been learned before `two`. The result never exceeds the
 * limits of a single period.
 */
export function mergeShapes(one: Shape, two: Shape, room: Room = { shapes: countShapes(one) }): Shape {
  const [before, objects] = [one.seen, objectsOf(one)];
  const members = { ...one.members };
  let others = one.others;
  const merge = (known: Member | undefined, member: Member): Member => ({
    present: mergeTally(known?.present, member.present, objects),
    shape: mergeShapes(known?.shape ?? newShape(room), member.shape, room),
  });
  for (const [name, member] of Object.entries(two.members)) {
    const isFull = Object.keys(members).length >= maxMembers || room.shapes >= maxShapes;
    if (members[name] === undefined && isFull) others = merge(others, member);
    else members[name] = merge(members[name], member);
  }
  if (two.others) others = merge(others, two.others);
  const items = two.items ? mergeShapes(one.items ?? newShape(room), two.items, room) : one.items;
  const isOpen = one.isOpen || two.isOpen;
  return {
    seen: one.seen + two.seen,
    types: mergeTallies(one.types, two.types, before),
    formats: mergeTallies(one.formats, two.formats, before),
    words: isOpen ? {} : (mergeTallies(one.words, two.words, before) as Record<string, Tally>),
    members,
    ...(isOpen && { isOpen }),
    ...(others && { others }),
    ...(items && { items }),
  };
}

function newShape(room: Room): Shape {
  room.shapes += 1;
  return emptyShape();
}

function mergeStatus(one: StatusBehaviour | undefined, two: StatusBehaviour): StatusBehaviour {
  if (one === undefined) return two;
  const before = one.answers.count;
  return {
    answers: mergeTally(one.answers, two.answers, before),
    size: {
      min: Math.min(one.size.min, two.size.min),
      max: Math.max(one.size.max, two.size.max),
      sum: one.size.sum + two.size.sum,
    },
    unreadable: mergeTallies(one.unreadable, two.unreadable, before),
    body: mergeShapes(one.body, two.body),
    requestID: two.requestID,
  };
}

/** Merges what was learned about an operation in two consecutive periods. */
export function mergeOperations(one: OperationBehaviour | undefined, two: OperationBehaviour): OperationBehaviour {
  if (one === undefined) return two;
  const statuses = { ...one.statuses };
  for (const [status, behaviour] of Object.entries(two.statuses)) {
    statuses[status] = mergeStatus(one.statuses[status], behaviour);
  }
  return { statuses, skipped: one.skipped + two.skipped };
}

export function mergeBehaviour(one: LearntBehaviour, two: LearntBehaviour): LearntBehaviour {
  const merged = { ...one };
  for (const [operation, behaviour] of Object.entries(two))
    merged[operation] = mergeOperations(one[operation], behaviour);
  return merged;
}
