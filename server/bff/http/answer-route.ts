import { AppError } from "#lib/contract/operations/app-error.ts";
import type { CallSignal } from "#server/api-client/call-signal.ts";
import { problemAnswer, retryAfterSeconds, toAppError } from "#server/bff/core/answers/problem.ts";
import { isTextAnswer } from "#server/bff/core/answers/text-answer.ts";
import { isStreamedFile } from "#server/bff/core/export/streamed-file.ts";
import { reportError } from "#server/bff/core/log/report-error.ts";
import { liftStoreTime, runInRoute, setRequestStaff } from "#server/bff/core/page-context.ts";
import type { AnyRoute } from "#server/bff/core/route.ts";
import type { ApiAnswer, ApiRequest } from "./api-request.ts";
import { readFileBody } from "./pipeline/file-body.ts";
import { readFormBody } from "./pipeline/form-body.ts";
import type { HttpServices } from "./pipeline/http-services.ts";
import { readJsonBody } from "./pipeline/json-body.ts";
import { runRoute } from "./pipeline/pipeline.ts";
import { noteOperation, type RequestNotes } from "./request-notes.ts";

/** nginx's status code for a browser that disconnected before the response. It is used only in the log. */
const clientClosedRequest = 499;

/**
 * Runs a route through the pipeline and returns the response. The headers that all responses have in common are added
 * later. Errors of the pipeline are thrown.
 */
export async function answerRoute<Services extends HttpServices>(
  services: Services,
  route: AnyRoute<Services>,
  params: Readonly<Record<string, string>>,
  request: ApiRequest,
  notes: RequestNotes,
): Promise<ApiAnswer> {
  notes.route = route.key;
  const { requestID, address } = notes;
  const { signal, headers, search } = request;
  const readBody = (maxBytes?: number) => {
    if (route.takesFile) return readFileBody(request, route.takesFile, maxBytes);
    return (route.sentByServer ? readFormBody : readJsonBody)(request, maxBytes);
  };
  const routed = { requestID, address, signal, headers, params, query: search, readBody };
  const { value, status, responseHeaders } = await runInRoute(route.key, { requestID }, () =>
    runRoute(services, route, routed, (session) => {
      notes[session.isClient ? "clientID" : "staffID"] = session.staff.staffID;
      setRequestStaff(session.staff.staffID);
    }),
  );
  // Removes the store's time limit, because the handler of a stream still reads the store while the stream is being
  // sent.
  liftStoreTime();
  noteOperation(notes, value);
  const own = responseHeaders === undefined ? [] : [...responseHeaders].flat();
  if (value === undefined) return { status: status === 200 ? 204 : status, headers: own, body: null };
  if (isStreamedFile(value)) {
    own.push("Content-Type", value.contentType);
    if (value.fileName !== undefined) own.push("Content-Disposition", `attachment; filename="${value.fileName}"`);
    return { status, headers: own, body: value.body };
  }
  if (isTextAnswer(value)) {
    own.push("Content-Type", value.contentType);
    return { status, headers: own, body: value.text };
  }
  own.push("Content-Type", "application/json; charset=utf-8");
  return { status, headers: own, body: JSON.stringify(value) };
}

/** Logs and records an error, and returns its problem document. It never throws. */
export function answerError(
  services: HttpServices,
  notes: RequestNotes,
  signal: CallSignal,
  thrown: unknown,
): ErrorAnswer {
  try {
    return describedError(services, notes, signal, thrown);
  } catch {
    // The error cannot be described or logged, so the response is a general error.
    notes.code = "internal";
    const error = new AppError("internal", "Something went wrong.");
    const body = JSON.stringify(problemAnswer(error, notes.requestID));
    return { status: error.status, headers: ["Content-Type", problemType], body };
  }
}

type ErrorAnswer = Omit<ApiAnswer, "body"> & { body: string | null };

const problemType = "application/problem+json; charset=utf-8";

function describedError(services: HttpServices, notes: RequestNotes, signal: CallSignal, thrown: unknown): ErrorAnswer {
  if (signal.aborted) return { status: clientClosedRequest, headers: [], body: null };
  const { requestID, route } = notes;
  const error = toAppError(thrown);
  notes.code = error.code;
  if (error.upstreamStatus !== undefined) notes.upstreamStatus = error.upstreamStatus;
  noteOperation(notes, error);
  reportError(services.log, error, { requestID, route });
  const headers = ["Content-Type", problemType];
  const retryAfter = retryAfterSeconds(error, services.clock.now());
  if (retryAfter !== undefined) headers.push("Retry-After", String(retryAfter));
  return { status: error.status, headers, body: JSON.stringify(problemAnswer(error, requestID)) };
}
