import type { ErrorCode, FieldError, ProofMethod, ScannedRange, TimeReading } from "#lib/contract/errors.ts";
import { errorStatus } from "#lib/contract/values/error-codes.ts";
import type { Operation } from "./operation.ts";

export interface AppErrorOptions {
  /** The HTTP status, if it differs from the code's default. */
  status?: number;
  errors?: FieldError[];
  /** The status that the API answered with. */
  upstreamStatus?: number;
  /** ISO 8601 instant before which trying again is useless. */
  retryAt?: string;
  /** The progress of a walk; a request with `from=<walked.to>` continues from there. */
  walked?: ScannedRange;
  /** The record of the failed write. */
  operation?: Operation;
  /** True if the job no longer exists: several consecutive readings did not find it. */
  gone?: boolean;
  /** A machine-readable reason. */
  reason?: string;
  /** Both ways to read a local time that does not exist or exists twice. */
  readings?: readonly TimeReading[];
  /** The open planned change that is in the way. */
  plannedChangeID?: string;
  /** The person's proof methods. */
  methods?: readonly ProofMethod[];
  cause?: unknown;
}

/**
 * The only error that the console throws deliberately. `message` is written for the person who reads it: the problem
 * and the next step. It contains no secret, and from the API only its own messages, in `errors`.
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
 * True for an AppError of either module graph: the host's and Next's each have their own class, so
 * `instanceof` would miss half of them (see docs/decisions/0001-one-bff.md).
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
