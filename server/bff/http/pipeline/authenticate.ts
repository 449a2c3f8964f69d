import { AppError } from "#lib/contract/operations/app-error.ts";
import { bearerToken } from "#server/bff/access/clients/client-key.ts";
import { clientSession } from "#server/bff/access/clients/client-session.ts";
import { isPage, oncePerPage } from "#server/bff/core/page-context.ts";
import type { AnyRoute, RequestHeaders } from "#server/bff/core/route.ts";
import type { ActiveSession } from "#server/bff/store/sessions.ts";
import type { HttpServices } from "./http-services.ts";

interface AuthenticationRequest {
  requestID: string;
  address?: string | undefined;
  headers: RequestHeaders;
}

/**
 * Finds out who sends the request: a person with a session cookie, or an API client with a key. Null if the request has
 * neither a key nor an active session, and for routes that other servers call (`sentByServer`). A request with an
 * invalid key is refused even if it has a cookie. A request with a key and a cookie is refused too, because the sender
 * would not be clear. If the route needs no session, a key is ignored.
 */
export async function authenticate(
  services: HttpServices,
  route: Pick<AnyRoute, "key" | "policy" | "sentByServer">,
  request: AuthenticationRequest,
): Promise<ActiveSession | null> {
  if (route.sentByServer) return null;
  const cookieHeader = request.headers.get("cookie");
  const key = route.policy === "anyone" ? null : bearerToken(request.headers.get("authorization"));
  if (key === null) return personSession(services, cookieHeader);
  if (services.cookie.isSent(cookieHeader)) {
    throw new AppError("invalid_request", "Send the key of an API client or the cookie of a session, not both.");
  }
  return clientSession({ services, routeKey: route.key, request }, key);
}

async function personSession(services: HttpServices, cookieHeader: string | null): Promise<ActiveSession | null> {
  const opened = await services.cookie.read(cookieHeader);
  if (opened === null) return null;
  const { sessionHash } = opened;
  const { sessions } = services.store;
  const nowMs = services.clock.now();
  if (!isPage()) return sessions.findActive(sessionHash, nowMs);
  return oncePerPage(`session ${sessionHash}`, () => sessions.findForPage(sessionHash, nowMs));
}
