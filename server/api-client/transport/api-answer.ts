import type { Environment } from "#lib/contract/environment.ts";
import type { UpstreamResponse } from "./upstream-answer.ts";

/** An answer of the API with any status, for learning the shapes of answers. */
export interface ApiAnswer {
  environment: Environment;
  method: string;
  /** The path relative to the environment's prefix, without the ID of the resource and without the query. */
  path: string;
  status: number;
  requestID: string;
  contentType: string | null;
  text: string;
  /** The parsed text. Absent if the text was not parsed or is not JSON. Must not be changed. */
  json?: unknown;
}

/** Reports an answer to `onAnswer`. */
export type ReportAnswer = (answer: Pick<ApiAnswer, "text" | "json">) => void;

/** Creates the function that reports the answer to one request. Without a listener it does nothing. */
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
