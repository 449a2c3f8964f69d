import { createHash } from "node:crypto";
import type { DifferenceKind, Severity } from "#lib/contract/values/api-behaviour.ts";
import type { LearntBehaviour, StatusBehaviour, Tally } from "#server/bff/api-behaviour/learn/shape.ts";
import { compareShape } from "./compare-shape.ts";
import { contractShapes, isKnownStatus } from "./contract-shapes.ts";
import type { Found } from "./found.ts";

/** A difference between the API's answers and the contract. Times are milliseconds since 1970. */
export interface FoundDifference {
  differenceID: string;
  operation: string;
  status: string;
  path: string;
  kind: DifferenceKind;
  severity: Severity;
  found?: string;
  expected?: string;
  count: number;
  of: number;
  firstAt: number;
  lastAt: number;
  requestID: string;
}

/** The length of a difference's ID: the first characters of a SHA-256 in hexadecimal. */
const idLength = 24;

function identified(operation: string, status: string, requestID: string, found: Found): FoundDifference {
  const { path, kind, severity, found: value, expected, of, tally } = found;
  const identity = JSON.stringify([operation, status, path, kind, value ?? ""]);
  return {
    differenceID: createHash("sha256").update(identity).digest("hex").slice(0, idLength),
    operation,
    status,
    path,
    kind,
    severity,
    ...(value !== undefined && { found: value }),
    ...(expected !== undefined && { expected }),
    count: tally.count,
    of,
    firstAt: tally.firstAt,
    lastAt: tally.lastAt,
    requestID,
  };
}

/** The differences for bodies that are not JSON. An empty body is valid for a write and for an error answer. */
function* unreadable(operation: string, status: string, behaviour: StatusBehaviour): Generator<Found> {
  const isSuccess = status.startsWith("2");
  for (const [kind, tally] of Object.entries(behaviour.unreadable) as [string, Tally][]) {
    const isWrite = !operation.startsWith("GET ") && operation !== "POST /auth";
    if (kind === "empty" && (isWrite || !isSuccess)) continue;
    // A text body is valid for an error answer, which needs only a message.
    if (!isSuccess && kind === "text") continue;
    const severity = isSuccess ? "breaking" : "info";
    yield { path: "", kind: "unreadable", severity, found: kind, of: behaviour.answers.count, tally };
  }
}

function* differencesOf(operation: string, status: string, behaviour: StatusBehaviour): Generator<Found> {
  if (!isKnownStatus(operation, status)) {
    const severity = status.startsWith("3") ? "breaking" : "info";
    yield {
      path: "",
      kind: "other-status",
      severity,
      found: status,
      of: behaviour.answers.count,
      tally: behaviour.answers,
    };
  }
  yield* unreadable(operation, status, behaviour);
  const expected = contractShapes[operation];
  if (expected && status.startsWith("2")) yield* compareShape(behaviour.body, expected);
}

/**
 * All differences between an environment's answers and the contract, or between its newer and earlier answers. The
 * contract is the specification, completed by `contract-shapes.ts`. The same answers always have the same differences.
 */
export function compareBehaviour(behaviour: LearntBehaviour): FoundDifference[] {
  const differences: FoundDifference[] = [];
  for (const [operation, { statuses }] of Object.entries(behaviour)) {
    for (const [status, answers] of Object.entries(statuses)) {
      for (const found of differencesOf(operation, status, answers)) {
        differences.push(identified(operation, status, answers.requestID, found));
      }
    }
  }
  return differences;
}
