import type { Environment } from "#lib/contract/environment.ts";
import type { FieldError } from "#lib/contract/errors.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";

const bytesPerMegabyte = 1024 * 1024;

/**
 * Every error that the client throws knowingly, made in one place so that each names its environment. What may be
 * the answer to a write that was carried out does not say "Try again": that would make it twice.
 */
export const upstreamErrors = {
  /** No connection, or one that broke; `reason` is a system code such as `ECONNREFUSED`. */
  unreachable: (environment: Environment, reason: string | undefined) =>
    new AppError(
      "upstream_unreachable",
      `The ${environment} API cannot be reached${reason === undefined ? "" : ` (${reason})`}.`,
    ),

  timeout: (environment: Environment, timeoutMs: number) =>
    new AppError("upstream_timeout", `The ${environment} API did not respond within ${timeoutMs / 1_000} s.`),

  tooLarge: (environment: Environment, maxBytes: number, upstreamStatus?: number) =>
    new AppError(
      "upstream_too_large",
      `The ${environment} API sent a response of more than ${Math.floor(maxBytes / bytesPerMegabyte)} MB. Request less at once.`,
      upstreamStatus === undefined ? {} : { upstreamStatus },
    ),

  /** `what` names the kind of thing that came, such as `an HTML page`, never its content. */
  malformed: (environment: Environment, what: string, upstreamStatus?: number) =>
    new AppError(
      "upstream_malformed",
      `Invalid response from the ${environment} API: ${what}. If this continues, check PROVISIONING_BASE_URL.`,
      upstreamStatus === undefined ? {} : { upstreamStatus },
    ),

  /** Nothing is sent because too much failed lately; `retryAt` is when the next call is let through. */
  paused: (environment: Environment, retryAt: string) =>
    new AppError(
      "upstream_paused",
      `The ${environment} API has failed too often, so requests to it are paused. Try again later.`,
      { retryAt },
    ),

  /** The caller has left before the answer came. */
  givenUp: (environment: Environment) =>
    new AppError("upstream_timeout", `The request was cancelled before the ${environment} API responded.`),

  /** Nothing is sent because too many calls wait already. */
  busy: (environment: Environment) =>
    new AppError(
      "upstream_busy",
      `Too many requests are already waiting for the ${environment} API. Try again in a moment.`,
    ),

  /** The key was refused, or a fresh token: a configuration error (specification, section 5, rule 4). */
  credentials: (environment: Environment, what: string, upstreamStatus: number, errors: FieldError[] = []) => {
    const variables = `PROVISIONING_${environment.toUpperCase()}`;
    return new AppError(
      "upstream_credentials",
      `The ${environment} API refused ${what}. Check ${variables}_KEY_ID and ${variables}_SECRET, and that PROVISIONING_BASE_URL is the address of that API.`,
      { upstreamStatus, errors },
    );
  },
} as const;

/** The same error with another time. */
export function withRetryAt(error: AppError, retryAtMs: number): AppError {
  const { code, message, status, errors, upstreamStatus } = error;
  const retryAt = new Date(retryAtMs).toISOString();
  return new AppError(code, message, {
    status,
    errors,
    retryAt,
    ...(upstreamStatus === undefined ? {} : { upstreamStatus }),
  });
}

/** Refusals that mean something else to a browser when they are passed on. */
const notPassedOn = new Set([401, 407, 408, 421, 425, 426]);

/**
 * The error for an answer outside 2xx (specification, section 7): a redirect is malformed, 401 is
 * about the token, 429 and 5xx carry `retryAt` where the API told it, every other 4xx keeps its
 * status and the API's messages.
 */
export function errorOfStatus(answer: {
  environment: Environment;
  status: number;
  messages: FieldError[];
  /** Milliseconds since 1970. */
  retryAtMs: number | undefined;
}): AppError {
  const { environment, status, messages, retryAtMs } = answer;
  if (status < 400) {
    return upstreamErrors.malformed(environment, `a redirect (${status}), which is never followed`, status);
  }
  if (status === 401) return upstreamErrors.credentials(environment, "the token", status, messages);
  const options = {
    upstreamStatus: status,
    errors: messages,
    ...(retryAtMs === undefined ? {} : { retryAt: new Date(retryAtMs).toISOString() }),
  };
  if (status === 429) {
    return new AppError(
      "upstream_rate_limited",
      `Too many requests to the ${environment} API. Try again later.`,
      options,
    );
  }
  if (status >= 500) {
    return new AppError("upstream_failed", `The ${environment} API failed with status ${status}.`, options);
  }
  return new AppError("upstream_refused", `The ${environment} API refused the request with status ${status}.`, {
    ...options,
    ...(notPassedOn.has(status) ? {} : { status }),
  });
}

/** A system or undici code is safe to show; a message or another property may quote what came. */
function codeOf(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  if ("code" in error && typeof error.code === "string" && /^[A-Z][A-Z0-9_]{1,50}$/.test(error.code)) return error.code;
  return "cause" in error ? codeOf(error.cause) : undefined;
}

/** The error for an exchange that broke. Nothing of what broke is kept as a cause but its code. */
export function errorOfFailure(
  environment: Environment,
  failure: unknown,
  limits: { attemptTimeoutMs: number; maxBodyBytes: number },
): AppError {
  const code = codeOf(failure);
  if (code === "UND_ERR_RES_EXCEEDED_MAX_SIZE") return upstreamErrors.tooLarge(environment, limits.maxBodyBytes);
  if (code === "UND_ERR_HEADERS_TIMEOUT" || code === "UND_ERR_BODY_TIMEOUT") {
    return upstreamErrors.timeout(environment, limits.attemptTimeoutMs);
  }
  if (code === "UND_ERR_HEADERS_OVERFLOW") return upstreamErrors.malformed(environment, "headers that are too long");
  // Some of undici's parser errors have no code.
  const isNotHttp = code?.startsWith("HPE_") || (failure instanceof Error && failure.name === "HTTPParserError");
  if (isNotHttp) return upstreamErrors.malformed(environment, "something that is not HTTP");
  return upstreamErrors.unreachable(environment, code);
}
