import type { AppError } from "#lib/contract/operations/app-error.ts";
import { isAppError } from "#lib/contract/operations/app-error.ts";
import type { Logger } from "./log.ts";

/**
 * Logs details that are not shown to people, for example the stack of an unexpected error or the cause of a store
 * failure. A refused request is not logged here, because the log line of the request already contains its code.
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

/** Describes the cause of an error of the console, for example the database's message if the store does not answer. */
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

/**
 * Describes an error. Only selected members are used, because database drivers add queries and values to their errors.
 */
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
