import type { z } from "zod";
import { operationProblemSchema } from "#lib/contract/operation.ts";
import { quietHeader } from "#lib/contract/session.ts";
import { problemTexts } from "./problem-texts.ts";
import { RequestFailed, shownFromProblem } from "./shown-problem.ts";

interface RequestOptions {
  signal?: AbortSignal;
  /** True for what the page asks by itself: it does not put off the idle end of the session. */
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
  if (response.ok) return response;
  throw await failure(response);
}

async function failure(response: Response): Promise<RequestFailed> {
  const parsed = operationProblemSchema.safeParse(await response.json().catch(() => undefined));
  if (parsed.success) return new RequestFailed(shownFromProblem(parsed.data));
  return notUnderstood(response);
}

function notUnderstood(response: Response, cause?: unknown): RequestFailed {
  const requestID = response.headers.get("X-Request-ID");
  const detail = problemTexts.invalidResponse(response.status);
  return new RequestFailed({ code: "internal", detail, errors: [], ...(requestID && { requestID }) }, { cause });
}

/** Reads JSON from the BFF and checks its shape. Throws `RequestFailed`, or the abort as it came. */
export async function fetchJson<Output>(
  path: string,
  schema: z.ZodType<Output>,
  options: RequestOptions = {},
): Promise<Output> {
  const { signal, quiet } = options;
  const headers = { Accept: "application/json", ...(quiet && { [quietHeader]: "1" }) };
  const response = await request(path, { headers, ...(signal && { signal }) });
  try {
    return schema.parse(await response.json());
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw notUnderstood(response, cause);
  }
}

/** Opens a file of the BFF, to be read as it comes. Throws `RequestFailed`, or the abort as it came. */
export async function openFile(path: string, options: RequestOptions = {}): Promise<Response> {
  return request(path, options);
}

/** Changes something through the BFF, with the header that marks the console's own requests. */
export async function sendJson(
  method: "POST" | "PATCH" | "DELETE",
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return request(path, {
    method,
    headers: { "X-Switchboard": "1", ...(body !== undefined && { "Content-Type": "application/json" }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/** The same, and checks the shape of the answer. */
export async function writeJson<Output>(
  method: "POST" | "PATCH",
  path: string,
  schema: z.ZodType<Output>,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
): Promise<Output> {
  const response = await sendJson(method, path, body, headers);
  try {
    return schema.parse(await response.json());
  } catch (cause) {
    throw notUnderstood(response, cause);
  }
}
