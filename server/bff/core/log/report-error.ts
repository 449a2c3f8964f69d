import type { AppError } from "#lib/contract/operations/app-error.ts";
import { isAppError } from "#lib/contract/operations/app-error.ts";
import type { Logger } from "./log.ts";

/**
 * Logs the details that a person does not see, such as the stack of an unexpected error or the cause of a store
 * failure. A refusal is not logged here, because its code is in the log line of the request.
 */
export function reportError(
  log: Logger,
  error: AppError,
  where: { requestID: string; route: string | undefined },
): void {
  if (error.code === "internal")
    log.error({ ...where, error: describeError(error.cause ?? error) }, "unexpected error");
  else if (error.status >= 500 && error.cause !== undefined) {
    log.warn({ ...where, code: error.code, error: describeError(error.cause) }, "failed");
  }
}

/**
 * Describes the cause of one of the console's own errors. For "the store does not answer", this is the message of the
 * database.
 */
export function describeCause(error: unknown): ErrorDescription {
  return describeError(isAppError(error) && error.cause !== undefined ? error.cause : error);
}

interface ErrorDescription {
  name: string;
  message: string;
  stack?: string;
  code?: string;
  cause?: ErrorDescription;
}

const deepestCause = 4;
const maxMessage = 1_000;

/** Describes an error by selected members only, because drivers attach queries and values to their errors. */
export function describeError(error: unknown, depth = 0): ErrorDescription {
  if (!(error instanceof Error)) return { name: typeof error, message: "something that is no Error was thrown" };
  const { name, message, stack, cause } = error;
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  return {
    name,
    message: message.slice(0, maxMessage),
    ...(stack ? { stack } : {}),
    ...(code ? { code } : {}),
    ...(cause !== undefined && depth < deepestCause ? { cause: describeError(cause, depth + 1) } : {}),
  };
}
