import type { z } from "zod";
import { problemSchema } from "../contract/errors.ts";
import { RequestFailed, shownFromProblem } from "../shown-problem.ts";

interface RequestOptions {
  signal?: AbortSignal;
}

async function request(path: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, { ...init, credentials: "same-origin", redirect: "error" });
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    const detail = "The console did not answer. Check the connection and try again.";
    throw new RequestFailed({ code: "offline", detail, errors: [] }, { cause });
  }
  if (response.ok) return response;
  throw await failure(response);
}

async function failure(response: Response): Promise<RequestFailed> {
  const parsed = problemSchema.safeParse(await response.json().catch(() => undefined));
  if (parsed.success) return new RequestFailed(shownFromProblem(parsed.data));
  return notUnderstood(response);
}

function notUnderstood(response: Response, cause?: unknown): RequestFailed {
  const requestID = response.headers.get("X-Request-ID");
  const detail = `The console gave an answer (${response.status}) that this page does not understand.`;
  return new RequestFailed({ code: "internal", detail, errors: [], ...(requestID && { requestID }) }, { cause });
}

/** Reads JSON from the BFF and checks its shape. Throws `RequestFailed`, or the abort as it came. */
export async function fetchJson<Output>(
  path: string,
  schema: z.ZodType<Output>,
  options: RequestOptions = {},
): Promise<Output> {
  const response = await request(path, { headers: { Accept: "application/json" }, ...options });
  try {
    return schema.parse(await response.json());
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    throw notUnderstood(response, cause);
  }
}

/** Changes something through the BFF, with the header that marks the console's own requests. */
export async function sendJson(method: "POST" | "PATCH" | "DELETE", path: string, body?: unknown): Promise<Response> {
  const headers = { "X-Switchboard": "1", ...(body !== undefined && { "Content-Type": "application/json" }) };
  return request(path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
}
