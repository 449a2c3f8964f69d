import { AppError } from "#lib/contract/operations/app-error.ts";
import { bearerToken } from "#server/bff/access/clients/client-key.ts";
import { clientSession } from "#server/bff/access/clients/client-session.ts";
import { oncePerPage } from "#server/bff/core/page-context.ts";
import type { AnyRoute, RequestHeaders } from "#server/bff/core/route.ts";
import type { ActiveSession } from "#server/bff/store/sessions.ts";
import type { HttpServices } from "./http-services.ts";

interface Asked {
  requestID: string;
  address?: string | undefined;
  headers: RequestHeaders;
}

/**
 * Who asks: a person by their session's cookie, or an API client by its key. A key that opens nothing is refused, also
 * where there is a cookie; both together are refused, because nobody could tell as whom the request is meant. Where
 * no session is needed a key is not read.
 */
export async function authenticate(
  services: HttpServices,
  route: Pick<AnyRoute, "key" | "policy" | "sentByServer">,
  request: Asked,
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
  return oncePerPage(`session ${sessionHash}`, () =>
    services.store.sessions.findActive(sessionHash, services.clock.now()),
  );
}
