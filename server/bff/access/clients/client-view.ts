import type { ApiClient } from "#lib/contract/access/clients.ts";
import { instant } from "#lib/format/instant.ts";
import type { StoredClient } from "#server/bff/store/access/clients.ts";

/** A client, as `GET /api/clients` returns it. */
export function clientView(client: StoredClient, nowMs: number): ApiClient {
  const { clientID, name, role, environments, addresses, keyEnd, createdBy, createdByName, createdAt } = client;
  const { expiresAt, lastUsedAt, revokedAt, assistant } = client;
  const isExpired = expiresAt !== null && expiresAt <= nowMs;
  return {
    clientID,
    name,
    role,
    environments,
    keyEnd,
    createdBy,
    createdByName,
    createdAt: instant(createdAt),
    state: revokedAt !== null ? "revoked" : isExpired ? "expired" : "active",
    assistant,
    ...(addresses && { addresses }),
    ...(expiresAt !== null && { expiresAt: instant(expiresAt) }),
    ...(lastUsedAt !== null && { lastUsedAt: instant(lastUsedAt) }),
  };
}

/** The fields of a client that the audit log stores. */
export function auditedClient({
  name,
  role,
  environments,
  addresses,
  keyEnd,
  expiresAt,
}: Pick<StoredClient, "name" | "role" | "environments" | "addresses" | "keyEnd" | "expiresAt">) {
  return {
    name,
    role,
    environments,
    keyEnd,
    addresses: addresses ?? "any",
    expiresAt: expiresAt === null ? "never" : instant(expiresAt),
  };
}
