import { AppError } from "#lib/contract/operations/app-error.ts";
import type { AnyRoute, RequestHeaders } from "#server/bff/core/route.ts";
import { type ActiveSession, isAssistant } from "#server/bff/store/sessions.ts";
import { isStateChanging } from "./same-origin.ts";

/**
 * Refuses a request of an assistant that a browser has sent with a cookie, or from the page of another site. An
 * assistant sends neither a cookie nor an origin, so such a request comes from a page that misuses a browser.
 */
export function requireAssistantHeaders(headers: RequestHeaders, origins: ReadonlySet<string>): void {
  if (headers.get("cookie") !== null) {
    throw new AppError("invalid_request", "Assistants send the key of an API client and no cookie.");
  }
  const origin = headers.get("origin");
  if (origin !== null && !origins.has(origin)) {
    throw new AppError("cross_site_request", "This request came from the page of another site. Nothing was done.");
  }
}

/**
 * Checks the key of an API client against what an assistant may do with it. The route of assistants needs a key that is
 * allowed for assistants. Every other route refuses changes with such a key: an assistant that knows its key could
 * otherwise send a change without a person (docs/decisions/0068-assistants-propose.md).
 */
export function requireAssistantMode(
  { forAssistants, method }: Pick<AnyRoute, "forAssistants" | "method">,
  session: ActiveSession,
): void {
  const isAllowed = isAssistant(session);
  if (forAssistants && !isAllowed) {
    throw new AppError(
      "forbidden",
      "This needs the key of an API client that is allowed for assistants. An administrator can allow it on the page API clients.",
    );
  }
  if (isAllowed && !forAssistants && isStateChanging(method)) {
    throw new AppError(
      "not_for_clients",
      "This key is for an assistant, so it changes nothing. Use another key, or propose the change. Nothing was changed.",
    );
  }
}
