import type { Environment } from "#lib/contract/environment.ts";
import type { UpstreamResponse } from "./upstream-answer.ts";

/** An answer of the API, whatever its status: for what learns how the API answers. */
export interface ApiAnswer {
  environment: Environment;
  method: string;
  /** Relative to the environment's prefix, without the ID of the resource and without the query. */
  path: string;
  status: number;
  requestID: string;
  contentType: string | null;
  text: string;
  /** What the text was parsed to; absent where it was not parsed, or could not be. It must not be changed. */
  json?: unknown;
}

/** Tells `onAnswer` what came. */
export type TellAnswer = (answer: Pick<ApiAnswer, "text" | "json">) => void;

/** Makes the function that reports the answer to one request; without a listener it does nothing. */
export function createTell(
  onAnswer: ((answer: ApiAnswer) => void) | undefined,
  about: Pick<ApiAnswer, "environment" | "method" | "path" | "requestID">,
  { status, headers }: UpstreamResponse,
): TellAnswer {
  if (onAnswer === undefined) return () => {};
  const { environment, method, path, requestID } = about;
  return ({ text, json }) =>
    onAnswer({ environment, method, path, requestID, status, contentType: headers.get("content-type"), text, json });
}
