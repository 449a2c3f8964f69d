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

/** The data of a request that a server component makes. */
export interface PerformRequest {
  /** The Cookie header of the browser's request, unchanged. */
  cookieHeader: string | null;
  params?: Readonly<Record<string, string>>;
  /** The query parameters as texts, as in a URL. */
  query?: URLSearchParams | Readonly<Record<string, string>>;
  requestID?: string;
  signal?: AbortSignal;
}

const noSignal = new AbortController().signal;

/**
 * The entry point for server components. Calls a route without HTTP, with the same checks. Routes that change something
 * are refused, because the request of a page does not prove from which site it comes.
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
 * Copies an error for a page. The copy has no cause, because Next would print the cause. Its digest is the request ID,
 * because Next passes only the digest to the error page in the browser. The error is copied because several requests
 * may share it.
 */
function forPage(error: AppError, digest: string): AppError {
  return Object.assign(new AppError(error.code, error.message), error, { digest });
}
