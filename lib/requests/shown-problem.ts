import type { ErrorCode, ProofMethod, ScannedRange, TimeReading } from "#lib/contract/errors.ts";
import { type AppError, isAppError } from "#lib/contract/operations/app-error.ts";
import type { Operation, OperationProblem } from "#lib/contract/operations/operation.ts";
import { problemTexts } from "./problem-texts.ts";

/** What a page needs to show a failure: the facts of a problem document, or the fact that no answer arrived. */
export interface ShownProblem {
  /** `offline`: the browser got no answer from the console. */
  code: ErrorCode | "offline";
  detail: string;
  errors: { field?: string | undefined; message: string }[];
  requestID?: string;
  upstreamStatus?: number;
  retryAt?: string;
  /** How far the console has searched for a customer. */
  walked?: ScannedRange;
  /** Set for a job if the server has decided that the job no longer exists. */
  gone?: true;
  /** The write that was refused or not sent, as the console recorded it. */
  operation?: Operation;
  /** The two instants that a local time can mean if it does not exist or exists twice. */
  readings?: readonly TimeReading[];
  /** The customer's open planned change. While it is open, no other change can be planned. */
  plannedChangeID?: string;
  /** The methods with which the person can prove their identity. */
  methods?: readonly ProofMethod[];
}

/** The error that `fetchJson` throws. It contains a problem. */
export class RequestFailed extends Error {
  override readonly name = "RequestFailed";
  readonly problem: ShownProblem;

  constructor(problem: ShownProblem, options?: ErrorOptions) {
    super(problem.detail, options);
    this.problem = problem;
  }
}

/** The facts of a problem document. */
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
 * The problem to show for any error. The message of an unknown error is not shown. An error from the server's rendering
 * arrives in the browser as a plain object. So errors are recognised by their `problem`, not by their class.
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
