import type { Silence } from "#lib/contract/api-behaviour.ts";
import { ranked } from "./describe-operations.ts";
import { type LearntBehaviour, objectsOf, type Shape, type StatusBehaviour } from "./learn/shape.ts";

type Findings = Pick<Silence, "findings" | "answers">;

const none: Findings = { findings: [], answers: 0 };

/** The successful answers of an operation. The most frequent status is first. */
function successes(behaviour: LearntBehaviour, operation: string): [string, StatusBehaviour][] {
  return Object.entries(behaviour[operation]?.statuses ?? {})
    .filter(([status]) => status.startsWith("2"))
    .toSorted(([, one], [, two]) => two.answers.count - one.answers.count);
}

/** The shape of a record: the body itself or, if the body contains a list, an item of the list. */
function recordOf(body: Shape, collection: string | null): Shape | undefined {
  if (collection === null) return body;
  const lists = Object.entries(body.members).filter(([, { shape }]) => shape.items);
  const named = lists.find(([name]) => name === collection) ?? lists[0];
  return body.items ?? named?.[1].shape.items;
}

function shapeAt(behaviour: LearntBehaviour, operation: string, collection: string | null) {
  const [first] = successes(behaviour, operation);
  const shape = first && recordOf(first[1].body, collection);
  return { shape, answers: first?.[1].answers.count ?? 0 };
}

/** The observed members of a record, with the number of records that have each of them. */
function members(behaviour: LearntBehaviour, operation: string, collection: string | null): Findings {
  const { shape, answers } = shapeAt(behaviour, operation, collection);
  if (shape === undefined) return { ...none, answers };
  const findings = Object.entries(shape.members).map(([name, { present, shape: inner }]) => ({
    found: objectsOf(inner) > 0 ? `${name} { ${Object.keys(inner.members).join(", ")} }` : name,
    count: present.count,
  }));
  return { findings, answers };
}

/** The observed words of a member of a record. */
function words(behaviour: LearntBehaviour, operation: string, collection: string, path: readonly string[]): Findings {
  const { shape, answers } = shapeAt(behaviour, operation, collection);
  let place = shape;
  for (const name of path) place = place?.members[name]?.shape;
  const vocabulary = place?.items?.words ?? place?.words ?? {};
  return {
    findings: ranked(vocabulary).map((found) => ({ found, count: vocabulary[found]?.count ?? 0 })),
    answers,
  };
}

function statuses(
  behaviour: LearntBehaviour,
  operations: readonly string[],
  wanted: (status: string) => boolean,
): Findings {
  const found = operations.flatMap((operation) =>
    Object.entries(behaviour[operation]?.statuses ?? {})
      .filter(([status]) => wanted(status))
      .map(([status, { answers }]) => ({ found: `${operation} → ${status}`, count: answers.count })),
  );
  return { findings: found, answers: found.reduce((sum, { count }) => sum + count, 0) };
}

function errorBodies(behaviour: LearntBehaviour): Findings {
  const counts = new Map<string, number>();
  for (const { statuses: all } of Object.values(behaviour)) {
    for (const [status, { body, unreadable }] of Object.entries(all)) {
      if (Number(status) < 400) continue;
      const add = (what: string, count: number) =>
        counts.set(`${status}: ${what}`, (counts.get(`${status}: ${what}`) ?? 0) + count);
      for (const [type, tally] of Object.entries(body.types)) {
        add(type === "object" ? `object { ${Object.keys(body.members).join(", ")} }` : type, tally.count);
      }
      for (const [kind, tally] of Object.entries(unreadable)) add(kind, tally.count);
    }
  }
  const findings = [...counts].map(([found, count]) => ({ found, count }));
  return { findings, answers: findings.reduce((sum, { count }) => sum + count, 0) };
}

function paging(behaviour: LearntBehaviour): Findings {
  const operation = "GET /customers/{customerID}/activities";
  const [first] = successes(behaviour, operation);
  if (first === undefined) return none;
  const { body, answers } = first[1];
  const findings = ["limit", "offset", "total"].flatMap((name) => {
    const member = body.members[name];
    return member ? [{ found: name, count: member.present.count }] : [];
  });
  return { findings, answers: answers.count };
}

const activities = "GET /customers/{customerID}/activities";
const create = "POST /customers";
const change = "PATCH /customers/{customerID}/contract";

const isSuccess = (status: string) => status.startsWith("2");
const isRefusal = (status: string) => ["403", "409", "422", "429"].includes(status);

/**
 * Finds what the API does where the specification says "not shown". Each entry has a question, and the observed answers
 * to it with their numbers.
 */
export function findSilences(behaviour: LearntBehaviour): Silence[] {
  const of = (question: string, section: string, findings: Findings): Silence => ({ question, section, ...findings });
  return [
    of("customer-members", "2", members(behaviour, "GET /customers", "customers")),
    of("plans", "2", words(behaviour, "GET /customers", "customers", ["contract", "plan"])),
    of("terms", "2", words(behaviour, "GET /customers", "customers", ["contract", "term"])),
    of("job-states", "3", words(behaviour, "GET /jobs", "jobs", ["status"])),
    of("creation-statuses", "4.3", statuses(behaviour, [create], isSuccess)),
    of("creation-members", "4.3", members(behaviour, create, null)),
    of("change-statuses", "4.4", statuses(behaviour, [change], isSuccess)),
    of("change-members", "4.4", members(behaviour, change, null)),
    of("activity-members", "4.5", members(behaviour, activities, "activities")),
    of("activity-types", "4.5", words(behaviour, activities, "activities", ["type"])),
    of("activity-directions", "4.5", words(behaviour, activities, "activities", ["direction"])),
    of("activity-paging", "4.5", paging(behaviour)),
    of("job-members", "4.7", members(behaviour, "GET /jobs/{jobID}", null)),
    of("webhook-members", "4.8", members(behaviour, "GET /webhooks", "webhooks")),
    of("webhook-events", "6", words(behaviour, "GET /webhooks", "webhooks", ["events"])),
    of("number-members", "4.9", members(behaviour, "GET /numbers", "numbers")),
    of("refusals", "7", statuses(behaviour, Object.keys(behaviour), isRefusal)),
    of("error-bodies", "7", errorBodies(behaviour)),
  ];
}
