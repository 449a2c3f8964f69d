import type { ErrorCode, FieldError, ProofMethod, ScannedRange, TimeReading } from "#lib/contract/errors.ts";
import { errorStatus } from "#lib/contract/values/error-codes.ts";
import type { Operation } from "./operation.ts";

export interface AppErrorOptions {
  /** The HTTP status, if it differs from the default for the code. */
  status?: number;
  errors?: FieldError[];
  /** The status that the API answered with. */
  upstreamStatus?: number;
  /** ISO 8601. An attempt before this time would fail again. */
  retryAt?: string;
  /** The progress of a row-by-row search. A request with `from=<walked.to>` continues the search. */
  walked?: ScannedRange;
  /** The operation that records the failed write. */
  operation?: Operation;
  /** Set if the job no longer exists: the API did not find it several times in a row. */
  gone?: boolean;
  /** A machine-readable reason. */
  reason?: string;
  /** The two instants that an ambiguous local time can mean. A clock change skips or repeats such a local time. */
  readings?: readonly TimeReading[];
  /** The customer's open planned change. It blocks all further planned changes of the customer. */
  plannedChangeID?: string;
  /** The methods with which the person can prove their identity. */
  methods?: readonly ProofMethod[];
  cause?: unknown;
}

/**
 * The only error that the console throws deliberately. `message` tells the reader what is wrong and what to do next. It
 * contains no secret. Texts from the API are only in `errors`.
 */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  readonly status: number;
  readonly errors: FieldError[];
  readonly upstreamStatus: number | undefined;
  readonly retryAt: string | undefined;
  readonly walked: ScannedRange | undefined;
  readonly operation: Operation | undefined;
  readonly gone: boolean;
  readonly reason: string | undefined;
  readonly readings: readonly TimeReading[] | undefined;
  readonly plannedChangeID: string | undefined;
  readonly methods: readonly ProofMethod[] | undefined;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.status = options.status ?? errorStatus[code];
    this.errors = options.errors ?? [];
    this.upstreamStatus = options.upstreamStatus;
    this.retryAt = options.retryAt;
    this.walked = options.walked;
    this.operation = options.operation;
    this.gone = options.gone ?? false;
    this.reason = options.reason;
    this.readings = options.readings;
    this.plannedChangeID = options.plannedChangeID;
    this.methods = options.methods;
  }
}

/**
 * True if the error is an AppError. The host and Next run in different module graphs, and each of them loads its own
 * class AppError. `instanceof` would not recognise an AppError of the other module graph
 * (docs/decisions/0001-one-bff.md).
 */
export function isAppError(error: unknown): error is AppError {
  return (
    error instanceof Error &&
    error.name === "AppError" &&
    "code" in error &&
    typeof error.code === "string" &&
    Object.hasOwn(errorStatus, error.code)
  );
}
