import type { OperationProblem } from "#lib/contract/operations/operation.ts";
import { errorStatus } from "#lib/contract/values/error-codes.ts";
import { quietHeader } from "#lib/contract/values/headers.ts";
import { type AnswerShape, hasShape } from "./answer-shape.ts";
import { notePageRequest } from "./page-requests.ts";
import { problemTexts } from "./problem-texts.ts";
import { reportSessionOver } from "./session-over.ts";
import { RequestFailed, toShownProblem } from "./shown-problem.ts";

interface RequestOptions {
  signal?: AbortSignal;
  /** True for background requests, which must not extend the session. */
  quiet?: boolean;
}

async function request(path: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, { ...init, credentials: "same-origin", redirect: "error" });
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw new RequestFailed({ code: "offline", detail: problemTexts.noResponse, errors: [] }, { cause });
  }
  notePageRequest(response.headers.get("X-Request-ID"), path);
  if (response.ok) return response;
  throw await failure(response);
}

async function failure(response: Response): Promise<RequestFailed> {
  const problem: unknown = await response.json().catch(() => undefined);
  if (isProblem(problem)) return new RequestFailed(toShownProblem({ ...problem, errors: problem.errors ?? [] }));
  return notUnderstood(response);
}

/**
 * True if the value is a problem document of the console. Problem documents of other servers have different error
 * codes.
 */
export function isProblem(value: unknown): value is Omit<OperationProblem, "errors"> & Partial<OperationProblem> {
  const shape: AnswerShape<OperationProblem> = { code: "string", detail: "string", requestID: "string" };
  return hasShape<OperationProblem>(value, shape) && Object.hasOwn(errorStatus, value.code);
}

function notUnderstood(response: Response, cause?: unknown): RequestFailed {
  const requestID = response.headers.get("X-Request-ID");
  const detail = problemTexts.invalidResponse(response.status);
  return new RequestFailed({ code: "internal", detail, errors: [], ...(requestID && { requestID }) }, { cause });
}

async function understood<Output>(
  response: Response,
  shape: AnswerShape<Output>,
  signal?: AbortSignal,
): Promise<Output> {
  let cause: unknown;
  try {
    const answer: unknown = await response.json();
    if (hasShape(answer, shape)) return answer;
  } catch (error) {
    if (signal?.aborted) throw error;
    cause = error;
  }
  throw notUnderstood(response, cause);
}

/**
 * Reads JSON from the BFF and checks its shape. Throws `RequestFailed` if the request fails or the answer has a
 * different shape. If the request was aborted, throws the abort reason.
 */
export async function fetchJson<Output>(
  path: string,
  shape: AnswerShape<Output>,
  options: RequestOptions = {},
): Promise<Output> {
  const { signal, quiet } = options;
  const headers = { Accept: "application/json", ...(quiet && { [quietHeader]: "1" }) };
  const response = await request(path, { headers, ...(signal && { signal }) });
  return understood(response, shape, signal);
}

/**
 * Returns a function that reads JSON for a query. The signal cancels the request if the query no longer needs the
 * answer.
 */
export const fetches =
  <Output>(path: string, shape: AnswerShape<Output>, options: Pick<RequestOptions, "quiet"> = {}) =>
  (signal: AbortSignal): Promise<Output> =>
    fetchJson(path, shape, { ...options, signal });

/**
 * Requests a file from the BFF. The caller reads the file as a stream. Throws `RequestFailed` if the request fails. If
 * the request was aborted, throws the abort reason.
 */
export async function openFile(path: string, options: RequestOptions = {}): Promise<Response> {
  return request(path, options);
}

/** Sends a change to the BFF. A header marks the request as the console's own. */
export async function sendJson(
  method: "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
  options: Pick<RequestInit, "keepalive"> = {},
): Promise<Response> {
  try {
    return await request(path, {
      ...options,
      method,
      headers: { "X-Switchboard": "1", ...(body !== undefined && { "Content-Type": "application/json" }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  } catch (error) {
    // The end of the session is reported once for the whole page, because not every form has space for a sign-in link.
    if (error instanceof RequestFailed && error.problem.code === "not_signed_in") reportSessionOver();
    throw error;
  }
}

/** Sends a CSV file unchanged, and checks the shape of the answer. */
export async function sendFile<Output>(path: string, shape: AnswerShape<Output>, file: Blob): Promise<Output> {
  const headers = { "X-Switchboard": "1", "Content-Type": "text/csv" };
  return understood(await request(path, { method: "POST", headers, body: file }), shape);
}

/** Sends JSON, and checks the shape of the answer. */
export async function writeJson<Output>(
  method: "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  shape: AnswerShape<Output>,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
): Promise<Output> {
  const response = await sendJson(method, path, body, headers);
  return understood(response, shape);
}
