import type { AppError } from "#lib/contract/operations/app-error.ts";
import { isAppError } from "#lib/contract/operations/app-error.ts";
import type { Logger } from "./log.ts";

/**
 * Writes down what the person is not told: the stack of an unexpected error, the cause of a failing
 * store. A refusal needs no more than its code in the request's own line.
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

/** What an error of the console's own stands for: the database's word in place of "the store does not answer". */
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

/** Chosen members only: drivers hang queries and values on their errors. */
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
