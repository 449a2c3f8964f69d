import type { OperationDescription } from "#lib/contract/api-behaviour.ts";
import { type LearntBehaviour, objectsOf, type Shape, type StatusBehaviour, type Tally } from "./learn/shape.ts";

type Member = OperationDescription["statuses"][number]["members"][number];

const iso = (ms: number) => new Date(ms).toISOString();

/** The keys of tallies, most frequent first. */
export const ranked = (tallies: Record<string, Tally>): string[] =>
  Object.entries(tallies)
    .toSorted(([, one], [, two]) => two.count - one.count)
    .map(([key]) => key);

/** The types to show. A text's format is added, unless the format says nothing (`word`, `text`). */
export function typesOf(shape: Shape): string[] {
  const formats = ranked(shape.formats).filter((format) => format !== "word" && format !== "text");
  return [...ranked(shape.types), ...formats];
}

function* membersOf(shape: Shape, path: string): Generator<Member> {
  if (shape.items) yield* membersOf(shape.items, `${path}[]`);
  const objects = objectsOf(shape);
  const others = shape.others ? { "*": shape.others } : {};
  for (const [name, { present, shape: inner }] of Object.entries({ ...shape.members, ...others })) {
    const below = path === "" ? name : `${path}.${name}`;
    const words = ranked(inner.items?.words ?? inner.words);
    yield { path: below, types: typesOf(inner), words, present: present.count / Math.max(1, objects) };
    yield* membersOf(inner, below);
  }
}

function describeStatus([status, { answers, size, body }]: [string, StatusBehaviour]) {
  return {
    status,
    answers: answers.count,
    firstSeen: iso(answers.firstAt),
    lastSeen: iso(answers.lastAt),
    bytes: { min: size.min, max: size.max, mean: Math.round(size.sum / answers.count) },
    members: [...membersOf(body, "")],
  };
}

const byKey = ([one]: [string, unknown], [two]: [string, unknown]) => (one < two ? -1 : 1);

/** The answers of each operation by status. Each member of a body has its types, words and frequency. */
export function describeOperations(behaviour: LearntBehaviour): OperationDescription[] {
  return Object.entries(behaviour)
    .toSorted(byKey)
    .map(([operation, { statuses, skipped }]) => ({
      operation,
      skipped,
      statuses: Object.entries(statuses).map(describeStatus),
    }));
}
