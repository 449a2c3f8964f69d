import { AppError } from "#lib/contract/operations/app-error.ts";
import { pageDigest } from "#lib/requests/page-digest.ts";
import { toAppError } from "#server/bff/core/answers/problem.ts";
import { reportError } from "#server/bff/core/log/report-error.ts";
import { runInRoute, setPageStoreFailure, setRequestStaff } from "#server/bff/core/page-context.ts";
import { requestIDOf } from "#server/bff/core/request-id.ts";
import type { AnyRoute } from "#server/bff/core/route.ts";
import type { HttpServices } from "./http-services.ts";
import { type PipelineRequest, runRoute } from "./pipeline.ts";
import { isStateChanging } from "./same-origin.ts";

/** The request of a server component. */
export interface PerformRequest {
  /** The request's Cookie header, unchanged. */
  cookieHeader: string | null;
  params?: Readonly<Record<string, string>>;
  /** Text values, as in a URL. */
  query?: URLSearchParams | Readonly<Record<string, string>>;
  requestID?: string;
  signal?: AbortSignal;
}

const noSignal = new AbortController().signal;

/**
 * The entry point for server components: calls a route of the table without HTTP, with the same checks. Routes that
 * change something are refused, because the request of a page does not prove its origin.
 */
export async function performRoute<Services extends HttpServices>(
  services: Services,
  routes: readonly AnyRoute<Services>[],
  key: string,
  request: PerformRequest,
): Promise<unknown> {
  const requestID = requestIDOf(request.requestID);
  try {
    const route = routes.find((candidate) => candidate.key === key);
    if (!route) throw new AppError("not_found", "There is no such route.");
    if (isStateChanging(route.method)) throw new AppError("method_not_allowed", "Pages may only read.");
    const pipelineRequest: PipelineRequest = {
      requestID,
      signal: request.signal ?? noSignal,
      headers: new Headers(request.cookieHeader ? { cookie: request.cookieHeader } : {}),
      params: request.params ?? {},
      query: new URLSearchParams(request.query),
      readBody: async () => undefined,
    };
    const { value } = await runInRoute(key, { requestID }, () =>
      runRoute(services, route, pipelineRequest, ({ staff }) => setRequestStaff(staff.staffID)),
    );
    return value;
  } catch (thrown) {
    const error = toAppError(thrown);
    if (error.code === "store_unavailable") setPageStoreFailure(error);
    reportError(services.log, error, { requestID, route: key });
    throw forPage(error, pageDigest(error.code, requestID));
  }
}

/**
 * Makes the error for a page. The error has no cause, because Next would print the cause. Its digest is the request ID,
 * because the error page in the browser gets only the digest. The error is a copy, because several requests may share
 * the original error.
 */
function forPage(error: AppError, digest: string): AppError {
  return Object.assign(new AppError(error.code, error.message), error, { digest });
}
