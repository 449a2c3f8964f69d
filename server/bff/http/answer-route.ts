import { AppError } from "#lib/contract/operations/app-error.ts";
import type { CallSignal } from "#server/api-client/call-signal.ts";
import { printJSON } from "#server/bff/core/answers/print-json.ts";
import { problemAnswer, retryAfterSeconds, toAppError } from "#server/bff/core/answers/problem.ts";
import { isTextAnswer } from "#server/bff/core/answers/text-answer.ts";
import { isStreamedFile, type StreamedFile } from "#server/bff/core/export/streamed-file.ts";
import { reportError } from "#server/bff/core/log/report-error.ts";
import { liftStoreTime, runInRoute, setRequestStaff } from "#server/bff/core/page-context.ts";
import type { AnyRoute } from "#server/bff/core/route.ts";
import type { HttpServices } from "./pipeline/http-services.ts";
import { type PipelineRequest, runRoute } from "./pipeline/pipeline.ts";
import { noteOperation, type RequestNotes } from "./request-notes.ts";

/** The response to a request, without the headers that every response has. */
export interface Answer {
  status: number;
  headers: readonly (readonly [name: string, value: string])[];
  body: string | null | StreamedFile;
  /** The length of the text in bytes as UTF-8, if known. */
  bytes?: number | undefined;
}

/** nginx's status for a browser that disconnected before its answer; it appears only in the log. */
const clientClosedRequest = 499;

/** Runs a route through the pipeline and returns the response. Throws what the pipeline throws. */
export async function answerRoute<Services extends HttpServices>(
  services: Services,
  route: AnyRoute<Services>,
  request: Omit<PipelineRequest, "requestID" | "address">,
  notes: RequestNotes,
): Promise<Answer> {
  notes.route = route.key;
  const { requestID, address } = notes;
  const result = await runInRoute(route.key, { requestID }, () =>
    runRoute(services, route, { requestID, address, ...request }, (session) => {
      notes[session.isClient ? "clientID" : "staffID"] = session.staff.staffID;
      setRequestStaff(session.staff.staffID);
    }),
  );
  // A stream continues to read while it is sent.
  liftStoreTime();
  const { value, status } = result;
  const own = result.responseHeaders === undefined ? [] : [...result.responseHeaders];
  noteOperation(notes, value);
  if (value === undefined) return { status: status === 200 ? 204 : status, headers: own, body: null };
  if (isStreamedFile(value)) {
    const headers = [...own, ["Content-Type", value.contentType] as const];
    if (value.fileName !== undefined) {
      headers.push(["Content-Disposition", `attachment; filename="${value.fileName}"`]);
    }
    return { status, headers, body: value };
  }
  if (isTextAnswer(value)) {
    return { status, headers: [...own, ["Content-Type", value.contentType]], body: value.text };
  }
  const headers = [...own, ["Content-Type", "application/json; charset=utf-8"] as const];
  const printed = printJSON(value);
  return { status, headers, body: printed?.text ?? null, bytes: printed?.bytes };
}

type ErrorAnswer = Omit<Answer, "body"> & { body: string | null };

/** Records and reports an error, and returns its problem document. It never throws. */
export function answerError(
  services: HttpServices,
  notes: RequestNotes,
  signal: CallSignal,
  thrown: unknown,
): ErrorAnswer {
  try {
    return describedError(services, notes, signal, thrown);
  } catch {
    // The error cannot be described, or the log cannot be written.
    notes.code = "internal";
    const error = new AppError("internal", "Something went wrong.");
    const body = JSON.stringify(problemAnswer(error, notes.requestID));
    return { status: error.status, headers: [["Content-Type", problemType]], body };
  }
}

const problemType = "application/problem+json; charset=utf-8";

function describedError(services: HttpServices, notes: RequestNotes, signal: CallSignal, thrown: unknown): ErrorAnswer {
  if (signal.aborted) return { status: clientClosedRequest, headers: [], body: null };
  const { requestID, route } = notes;
  const error = toAppError(thrown);
  notes.code = error.code;
  if (error.upstreamStatus !== undefined) notes.upstreamStatus = error.upstreamStatus;
  noteOperation(notes, error);
  reportError(services.log, error, { requestID, route });
  const headers: [string, string][] = [["Content-Type", problemType]];
  const retryAfter = retryAfterSeconds(error, services.clock.now());
  if (retryAfter !== undefined) headers.push(["Retry-After", String(retryAfter)]);
  return { status: error.status, headers, body: JSON.stringify(problemAnswer(error, requestID)) };
}
