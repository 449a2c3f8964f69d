import type { ApiAnswer } from "#server/api-client/transport/api-answer.ts";
import { describeBody, isDeeperThan } from "#server/api-client/transport/describe-body.ts";
import { countShapes, learnValue } from "./learn-value.ts";
import {
  count,
  emptyShape,
  type LearntBehaviour,
  type OperationBehaviour,
  type StatusBehaviour,
  tally,
  type Unreadable,
} from "./shape.ts";
import type { WordCandidates } from "./word-candidates.ts";

/** The maximum nesting of bodies that are examined. */
const maxLevels = 64;

const kinds: Readonly<Record<string, Unreadable>> = {
  "an empty body": "empty",
  "an HTML page": "html",
  XML: "xml",
  "JSON that is broken or cut off": "broken-json",
  "binary data": "binary",
  "plain text": "text",
};

/** The name of an answer's operation, for example `GET /customers/{customerID}/activities`. */
export const operationOf = ({ method, path }: Pick<ApiAnswer, "method" | "path">) => `${method} ${path}`;

export function operationBehaviourOf(behaviour: LearntBehaviour, operation: string): OperationBehaviour {
  behaviour[operation] ??= { statuses: {}, skipped: 0 };
  return behaviour[operation];
}

function newStatus(nowMs: number): StatusBehaviour {
  return {
    answers: { count: 0, first: 1, last: 1, firstAt: nowMs, lastAt: nowMs },
    size: { min: Number.MAX_SAFE_INTEGER, max: 0, sum: 0 },
    unreadable: {},
    body: emptyShape(),
    requestID: "",
  };
}

/** The JSON of the answer. If the body is not JSON or is nested too deeply: what kind of body it is. */
function bodyOf({ json, text, contentType }: ApiAnswer): { json: unknown } | { unreadable: Unreadable } {
  let parsed = json;
  if (parsed === undefined) {
    try {
      parsed = JSON.parse(text);
    } catch {
      return { unreadable: kinds[describeBody(text, contentType)] ?? "text" };
    }
  }
  return isDeeperThan(maxLevels, parsed) ? { unreadable: "too-deep" } : { json: parsed };
}

/** Adds the shape of one answer to the learned behaviour. */
export function learnAnswer(
  behaviour: LearntBehaviour,
  answer: ApiAnswer,
  candidates: WordCandidates,
  nowMs: number,
): void {
  const operation = operationBehaviourOf(behaviour, operationOf(answer));
  operation.statuses[answer.status] ??= newStatus(nowMs);
  const status = operation.statuses[answer.status] as StatusBehaviour;
  count(status.answers, status.answers.count + 1, nowMs);
  const bytes = Buffer.byteLength(answer.text);
  status.size.min = Math.min(status.size.min, bytes);
  status.size.max = Math.max(status.size.max, bytes);
  status.size.sum += bytes;
  status.requestID = answer.requestID;
  const body = bodyOf(answer);
  if ("unreadable" in body) {
    tally(status.unreadable, body.unreadable, status.answers.count, nowMs);
    return;
  }
  candidates.beginAnswer();
  const path = `${operationOf(answer)} ${answer.status}`;
  learnValue(status.body, body.json, path, {
    nowMs,
    candidates,
    shapes: { count: countShapes(status.body) },
  });
}
