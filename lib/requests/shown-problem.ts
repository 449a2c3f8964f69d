import type { ErrorCode, ProofMethod, ScannedRange, TimeReading } from "#lib/contract/errors.ts";
import { type AppError, isAppError } from "#lib/contract/operations/app-error.ts";
import type { Operation, OperationProblem } from "#lib/contract/operations/operation.ts";
import { problemTexts } from "./problem-texts.ts";

/**
 * The data that a page needs to show a failure. They come from a problem document, or describe a request without an
 * answer.
 */
export interface ShownProblem {
  /** The error code. `offline`: the browser got no answer from the server. */
  code: ErrorCode | "offline";
  detail: string;
  errors: { field?: string | undefined; message: string }[];
  requestID?: string;
  upstreamStatus?: number;
  retryAt?: string;
  /** The progress of a row-by-row search for a customer. */
  walked?: ScannedRange;
  /** Set for a job if the server has decided that the job no longer exists. */
  gone?: true;
  /** The write that was refused or not sent, as the console stored it. */
  operation?: Operation;
  /** The two instants that an ambiguous local time can mean. A clock change skips or repeats such a local time. */
  readings?: readonly TimeReading[];
  /** The customer's open planned change. It blocks all further planned changes of the customer. */
  plannedChangeID?: string;
  /** The methods with which the person can prove their identity. */
  methods?: readonly ProofMethod[];
}

/** The error that `fetchJson` throws. It contains the problem to show. */
export class RequestFailed extends Error {
  override readonly name = "RequestFailed";
  readonly problem: ShownProblem;

  constructor(problem: ShownProblem, options?: ErrorOptions) {
    super(problem.detail, options);
    this.problem = problem;
  }
}

/** Returns the data of a problem document that pages show. */
export function toShownProblem(problem: OperationProblem): ShownProblem {
  const { code, detail, errors, requestID, upstreamStatus, retryAt, walked, gone, operation, methods } = problem;
  const { readings, plannedChangeID } = problem;
  return {
    code,
    detail,
    errors,
    requestID,
    ...(upstreamStatus !== undefined && { upstreamStatus }),
    ...(retryAt !== undefined && { retryAt }),
    ...(walked !== undefined && { walked }),
    ...(gone && { gone }),
    ...(operation !== undefined && { operation }),
    ...(methods !== undefined && { methods }),
    ...(readings !== undefined && { readings }),
    ...(plannedChangeID !== undefined && { plannedChangeID }),
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
    ...(error.walked !== undefined && { walked: error.walked }),
    ...(error.gone && { gone: true }),
  };
}

/**
 * Returns the problem to show for any error. The message of an unknown error is not shown. An error from the server's
 * rendering arrives in the browser as a plain object. Errors are therefore recognised by their member `problem`, not by
 * their class.
 */
export function shownProblem(error: unknown, requestID?: string): ShownProblem {
  if (typeof error === "object" && error !== null && "problem" in error) return error.problem as ShownProblem;
  if (isAppError(error)) return shownFromAppError(error, requestID);
  return {
    code: "internal",
    detail: problemTexts.unexpected,
    errors: [],
    ...(requestID !== undefined && { requestID }),
  };
}
