import { type AppError, type ErrorCode, isAppError, type Problem } from "./contract/errors.ts";

/** What a page needs to say what went wrong: a problem document's facts, or the want of any answer. */
export interface ShownProblem {
  /** `offline`: the browser got no answer from the console at all. */
  code: ErrorCode | "offline";
  detail: string;
  errors: { field?: string | undefined; message: string }[];
  requestID?: string;
  upstreamStatus?: number;
  retryAt?: string;
}

/** The error that `fetchJson` throws, made of a problem document. */
export class RequestFailed extends Error {
  override readonly name = "RequestFailed";
  readonly problem: ShownProblem;

  constructor(problem: ShownProblem, options?: ErrorOptions) {
    super(problem.detail, options);
    this.problem = problem;
  }
}

/** The facts of a problem document. */
export function shownFromProblem(problem: Problem): ShownProblem {
  const { code, detail, errors, requestID, upstreamStatus, retryAt } = problem;
  return {
    code,
    detail,
    errors,
    requestID,
    ...(upstreamStatus !== undefined && { upstreamStatus }),
    ...(retryAt !== undefined && { retryAt }),
  };
}

function shownFromAppError(error: AppError, requestID?: string): ShownProblem {
  return {
    code: error.code,
    detail: error.message,
    errors: error.errors,
    ...(requestID !== undefined && { requestID }),
    ...(error.upstreamStatus !== undefined && { upstreamStatus: error.upstreamStatus }),
    ...(error.retryAt !== undefined && { retryAt: error.retryAt }),
  };
}

/**
 * What to show for any error. An unknown one says nothing of its own. One that was rendered on the
 * server arrives in the browser as a plain object, so it is known by its `problem`, not its class.
 */
export function shownProblem(error: unknown, requestID?: string): ShownProblem {
  if (typeof error === "object" && error !== null && "problem" in error) return error.problem as ShownProblem;
  if (isAppError(error)) return shownFromAppError(error, requestID);
  return {
    code: "internal",
    detail: "Something unexpected happened in the console.",
    errors: [],
    ...(requestID !== undefined && { requestID }),
  };
}
