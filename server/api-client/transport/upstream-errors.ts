import type { Environment } from "#lib/contract/environment.ts";
import type { FieldError } from "#lib/contract/errors.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";

const bytesPerMegabyte = 1024 * 1024;

/** Explanations of system codes and undici codes. */
const connectionProblems: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was closed",
  EPIPE: "the connection was closed",
  UND_ERR_SOCKET: "the connection was closed",
  ENOTFOUND: "its host name was not found",
  EAI_AGAIN: "its host name could not be looked up",
  ETIMEDOUT: "there was no connection in time",
  UND_ERR_CONNECT_TIMEOUT: "there was no connection in time",
  EHOSTUNREACH: "there is no route to its host",
  ENETUNREACH: "there is no route to its network",
  CERT_HAS_EXPIRED: "its certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is not trusted",
  SELF_SIGNED_CERT_IN_CHAIN: "its certificate is not trusted",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "its certificate is not trusted",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate belongs to another host",
};

/**
 * Errors that the client throws on purpose. Each of them names its environment. If a write may have been completed, the
 * text does not say "Try again", because the write could then happen twice.
 */
export const upstreamErrors = {
  /** There is no connection, or the connection broke. `code` is a system code such as `ECONNREFUSED`. */
  unreachable: (environment: Environment, code: string | undefined) => {
    const reason = code === undefined ? undefined : connectionProblems[code];
    return new AppError(
      "upstream_unreachable",
      `The ${environment} API cannot be reached${reason === undefined ? "" : `: ${reason}`}.`,
      code === undefined ? {} : { reason: code },
    );
  },

  timeout: (environment: Environment, timeoutMs: number) =>
    new AppError("upstream_timeout", `The ${environment} API did not respond within ${timeoutMs / 1_000} s.`),

  tooLarge: (environment: Environment, maxBytes: number, upstreamStatus?: number) =>
    new AppError(
      "upstream_too_large",
      `The ${environment} API sent a response of more than ${Math.floor(maxBytes / bytesPerMegabyte)} MB. Request less at once.`,
      upstreamStatus === undefined ? {} : { upstreamStatus },
    ),

  /**
   * The answer is not valid. `what` is the kind of content, for example `an HTML page`, and never the content itself.
   */
  malformed: (environment: Environment, what: string, upstreamStatus?: number) =>
    new AppError(
      "upstream_malformed",
      `Invalid response from the ${environment} API: ${what}. If this continues, check PROVISIONING_BASE_URL.`,
      upstreamStatus === undefined ? {} : { upstreamStatus },
    ),

  /** Nothing is sent, because too many calls have failed recently. `retryAt` is when the next call may be sent. */
  paused: (environment: Environment, retryAt: string) =>
    new AppError(
      "upstream_paused",
      `The ${environment} API has failed too often, so requests to it are paused. Try again later.`,
      { retryAt },
    ),

  /** The caller aborted before the answer arrived. */
  givenUp: (environment: Environment) =>
    new AppError("upstream_timeout", `The request was cancelled before the ${environment} API responded.`),

  /** Nothing is sent because too many calls are waiting. */
  busy: (environment: Environment) =>
    new AppError(
      "upstream_busy",
      `Too many requests are already waiting for the ${environment} API. Try again in a moment.`,
    ),

  /** The API refused the key or a new token. This is a configuration error (specification, section 5, rule 4). */
  credentials: (environment: Environment, what: string, upstreamStatus: number, errors: FieldError[] = []) => {
    const variables = `PROVISIONING_${environment.toUpperCase()}`;
    return new AppError(
      "upstream_credentials",
      `The ${environment} API refused ${what}. Check ${variables}_KEY_ID and ${variables}_SECRET, and that PROVISIONING_BASE_URL is the address of that API.`,
      { upstreamStatus, errors },
    );
  },
} as const;

/** Returns a copy of the error with another `retryAt`. */
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

/** Statuses that are not forwarded to the browser, because they would have another meaning there. */
const notPassedOn = new Set([401, 407, 408, 421, 425, 426]);

/**
 * The error for an answer outside 2xx (specification, section 7). A redirect is malformed. A 401 is about the token.
 * The errors for 429 and 5xx have `retryAt` if the API sent a time. Any other 4xx keeps the API's messages, and its
 * status unless `notPassedOn` contains it.
 */
export function errorOfStatus(answer: {
  environment: Environment;
  status: number;
  messages: FieldError[];
  /** When the request may be sent again, in milliseconds since 1970. Undefined if the API sent no time. */
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

/**
 * The system code or undici code of an error. Only the code is safe to show: messages and other properties may quote
 * the answer.
 */
function codeOf(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  if ("code" in error && typeof error.code === "string" && /^[A-Z][A-Z0-9_]{1,50}$/.test(error.code)) return error.code;
  return "cause" in error ? codeOf(error.cause) : undefined;
}

/** The error for a broken exchange. It contains only the code of the original error. */
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
  // Some parser errors of undici have no code, so their name is checked too.
  const isNotHttp = code?.startsWith("HPE_") || (failure instanceof Error && failure.name === "HTTPParserError");
  if (isNotHttp) return upstreamErrors.malformed(environment, "something that is not HTTP");
  return upstreamErrors.unreachable(environment, code);
}
