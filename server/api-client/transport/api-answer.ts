import type { Environment } from "#lib/contract/environment.ts";
import type { UpstreamResponse } from "./upstream-answer.ts";

/** An answer of the API with any status, for learning the shapes of answers. */
export interface ApiAnswer {
  environment: Environment;
  method: string;
  /**
   * The path below the prefix of the environment, without the query. A parameter name replaces the ID of a resource.
   */
  path: string;
  status: number;
  requestID: string;
  contentType: string | null;
  text: string;
  /** The parsed JSON. Absent if the text was not parsed or is not JSON. Must not be changed. */
  json?: unknown;
}

/** Reports an answer to `onAnswer`. */
export type ReportAnswer = (answer: Pick<ApiAnswer, "text" | "json">) => void;

/** Creates the function that reports the answer to one request. Does nothing if `onAnswer` is undefined. */
export function createAnswerReporter(
  onAnswer: ((answer: ApiAnswer) => void) | undefined,
  about: Pick<ApiAnswer, "environment" | "method" | "path" | "requestID">,
  { status, headers }: UpstreamResponse,
): ReportAnswer {
  if (onAnswer === undefined) return () => {};
  const { environment, method, path, requestID } = about;
  return ({ text, json }) =>
    onAnswer({ environment, method, path, requestID, status, contentType: headers.get("content-type"), text, json });
}
