import { AppError } from "#lib/contract/operations/app-error.ts";
import { addressKey } from "#server/bff/access/limits/address-key.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import type { RefusalRecorder } from "#server/bff/audit/refusal-recorder.ts";
import { createAddressMatcher } from "#server/bff/config/trusted-proxies.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { RequestHeaders } from "#server/bff/core/route.ts";
import type { StoredClient } from "#server/bff/store/access/clients.ts";
import type { ActiveSession } from "#server/bff/store/sessions.ts";
import { keyHashOf } from "./client-key.ts";

/** A request with an API key. */
interface KeyedRequest {
  services: CoreServices & { refusals: RefusalRecorder };
  /** The key of the route, for the audit log. */
  routeKey: string;
  request: { requestID: string; address?: string | undefined; headers: RequestHeaders };
}

/** The minimum time between two updates of a client's last use, in milliseconds. */
const usedEveryMs = 60_000;

const prefix = "client ";

/**
 * An API client has no session. This value takes the place of a session hash, so that the client's open streams can be
 * checked and ended.
 */
export const clientSessionHash = (clientID: string): string => `${prefix}${clientID}`;

/** The client ID in a session hash that `clientSessionHash` has created. Null for the hash of a person's session. */
export const clientIDOf = (sessionHash: string): string | null =>
  sessionHash.startsWith(prefix) ? sessionHash.slice(prefix.length) : null;

/**
 * Creates a session for this one request of an API client. Throws if the key is not valid, or is not allowed from this
 * address.
 */
export async function clientSession(keyedRequest: KeyedRequest, key: string): Promise<ActiveSession> {
  const { services, request } = keyedRequest;
  const nowMs = services.clock.now();
  const keyHash = keyHashOf(key);
  const client = keyHash === null ? null : await services.store.apiClients.findByKey(keyHash, nowMs);
  if (!client) {
    await recordRefusal(keyedRequest, null, "invalid_key");
    throw new AppError("invalid_key", "This key is wrong, revoked or expired. Ask an administrator for a new one.");
  }
  const session = sessionOf(client, nowMs);
  if (!isFromHere(client, request.address)) {
    await recordRefusal(keyedRequest, session, "forbidden");
    throw new AppError("forbidden", "This key cannot be used from your address.");
  }
  if (nowMs - (client.lastUsedAt ?? 0) >= usedEveryMs) await services.store.apiClients.used(client.clientID, nowMs);
  return session;
}

/**
 * The session object of an API client. Its `factorAt` is long ago, because an API client never has a recent sign-in
 * proof. Dangerous routes refuse API clients anyway.
 */
function sessionOf(client: StoredClient, nowMs: number): ActiveSession {
  const { clientID, name, role, environments, expiresAt, assistant, createdBy } = client;
  const until = expiresAt ?? Number.MAX_SAFE_INTEGER;
  return {
    sessionHash: clientSessionHash(clientID),
    isClient: true,
    assistant: { mode: assistant, owner: createdBy },
    factorAt: 0,
    sso: null,
    hasSecondFactor: false,
    // A client has no e-mail address. Pages show its name instead.
    staff: { staffID: clientID, email: name, name, role, environments },
    lastSeenAt: nowMs,
    idleExpiresAt: until,
    expiresAt: until,
  };
}

function isFromHere({ addresses }: StoredClient, address: string | undefined): boolean {
  return addresses === null || (address !== undefined && createAddressMatcher(addresses)(addressOf(address)));
}

/** Removes the zone of an IPv6 address. Converts an IPv4-mapped IPv6 address to the IPv4 address. */
function addressOf(address: string): string {
  const [plain = ""] = address.split("%", 1);
  return /^::ffff:(\d+(?:\.\d+){3})$/i.exec(plain)?.[1] ?? plain;
}

function recordRefusal({ services, routeKey, request }: KeyedRequest, session: ActiveSession | null, code: string) {
  const { requestID, address, headers } = request;
  const who = session ? session.staff.staffID : addressKey(address ?? "unknown");
  return services.refusals.record(`${who} ${routeKey} ${code}`, {
    ...auditSource({ requestID, address, requestHeaders: headers, session }),
    action: "access.denied",
    outcome: "denied",
    target: { kind: "route", id: routeKey },
    after: { code },
  });
}
