import { randomUUID } from "node:crypto";
import type { AuditAction, NewAuditEvent } from "#lib/contract/access/audit.ts";
import {
  type ClientChange,
  clientAnswerSchema,
  clientChangeSchema,
  clientListQuerySchema,
  clientListSchema,
  newClientAnswerSchema,
  newClientSchema,
} from "#lib/contract/access/clients.ts";
import { mayPropose, rolesThatMay } from "#lib/contract/access/permissions.ts";
import type { FieldError } from "#lib/contract/errors.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { type AuditedRequest, auditSource } from "#server/bff/audit/audit-source.ts";
import { isAddressOrRange } from "#server/bff/config/trusted-proxies.ts";
import { routeWith } from "#server/bff/core/route.ts";
import type { StoredClient } from "#server/bff/store/access/clients.ts";
import { createClientKey } from "./client-key.ts";
import type { ClientServices } from "./client-services.ts";
import { clientSessionHash } from "./client-session.ts";
import { auditedClient, clientView } from "./client-view.ts";

const route = routeWith<ClientServices>();

/**
 * The routes of API clients, part of the route table. Each API client is also stored as a row of the staff table,
 * because every operation refers to a row of that table. Only a hash of the key is stored.
 * server/bff/http/pipeline/authenticate.ts decides whether a request comes from a person or from an API client.
 */
export const clientRoutes = [
  route({
    method: "GET",
    path: "/api/clients",
    about: "A page of the API clients, by name.",
    policy: "clients.manage",
    everyEnvironment: true,
    input: { query: clientListQuerySchema },
    answer: clientListSchema,
    handler: async ({ services }, { query }) => {
      const nowMs = services.clock.now();
      const { clients, total } = await services.store.apiClients.list(query, nowMs);
      const asOf = new Date(nowMs).toISOString();
      return { clients: clients.map((client) => clientView(client, nowMs)), total, ...query, asOf };
    },
  }),
  route({
    method: "POST",
    path: "/api/clients",
    about: "Creates an API client. Only this response ever contains its key.",
    policy: "clients.manage",
    dangerous: true,
    input: { body: newClientSchema },
    answer: newClientAnswerSchema,
    statuses: [201],
    async handler(context, { body }) {
      const { services, session } = context;
      const nowMs = services.clock.now();
      const { name, role, environments } = body;
      const addresses = body.addresses?.filter((address) => address !== "") ?? [];
      const expiresAt = body.expiresAt === undefined ? null : Date.parse(body.expiresAt);
      requireUsable(addresses, expiresAt, nowMs);
      const { key, keyHash, keyEnd } = createClientKey();
      const client = {
        clientID: randomUUID(),
        name,
        role,
        environments,
        keyEnd,
        createdAt: nowMs,
        expiresAt,
        addresses: addresses.length === 0 ? null : addresses,
      };
      const added = await services.store.apiClients.add(
        { ...client, keyHash, createdBy: session.staff.staffID },
        {
          ...auditSource(context),
          action: "client.created",
          outcome: "done",
          target: { kind: "client", id: client.clientID },
          after: auditedClient(client),
        },
      );
      return { client: clientView(added, nowMs), key };
    },
  }),
  route({
    method: "PATCH",
    path: "/api/clients/:clientID",
    about: "Renames a client, or says what an assistant may do with its key. The key stays valid.",
    policy: "clients.manage",
    dangerous: true,
    input: { body: clientChangeSchema },
    answer: clientAnswerSchema,
    errors: ["not_found"],
    async handler(context, { params: { clientID }, body }) {
      const { services } = context;
      const nowMs = services.clock.now();
      const client = await services.store.apiClients.change(clientID, body, nowMs, (before) =>
        eventsOfChange(context, before, body),
      );
      if (!client) throw noSuchClient();
      return { client: clientView(client, nowMs) };
    },
  }),
  route({
    method: "DELETE",
    path: "/api/clients/:clientID",
    about: "Revokes the key on every replica. Takes effect with the next request. Open streams end within 5 s.",
    policy: "clients.manage",
    dangerous: true,
    input: {},
    answer: "nothing",
    errors: ["not_found"],
    async handler(context, { params: { clientID } }) {
      const { services } = context;
      const isRevoked = await services.store.apiClients.revoke(clientID, services.clock.now(), {
        ...auditSource(context),
        action: "client.revoked",
        outcome: "done",
        target: { kind: "client", id: clientID },
      });
      if (!isRevoked) throw noSuchClient();
      services.openStreams.endSession(clientSessionHash(clientID));
    },
  }),
] as const;

const noSuchClient = () => new AppError("not_found", "This API client does not exist, or its key was revoked.");

/**
 * The audit events of a change. Throws if an assistant should propose with a key that cannot change anything, or if a key
 * that an assistant may have would become a key that changes things by itself.
 */
function eventsOfChange(
  context: AuditedRequest,
  before: StoredClient,
  { name, assistant }: ClientChange,
): NewAuditEvent[] {
  const { clientID, role } = before;
  if (assistant === "proposals" && !mayPropose({ assistant, role })) {
    const message = `needs a key with the role ${rolesThatMay("contracts.change").join(" or ")}`;
    throw new AppError("invalid_request", "Nothing was changed: this key can only read.", {
      errors: [{ field: "assistant", message }],
    });
  }
  if (assistant === "off" && before.assistant !== "off") {
    const message = "cannot be off for a key that an assistant may have: without the mode, the key could send changes";
    throw new AppError("invalid_request", "Nothing was changed. To stop the assistant, revoke the key.", {
      errors: [{ field: "assistant", message }],
    });
  }
  const event = (action: AuditAction, member: "name" | "assistant", value: string): NewAuditEvent => ({
    ...auditSource(context),
    action,
    outcome: "done",
    target: { kind: "client", id: clientID },
    before: { [member]: before[member] },
    after: { [member]: value },
  });
  return [
    ...(name === undefined ? [] : [event("client.renamed", "name", name)]),
    ...(assistant === undefined ? [] : [event("client.assistant-changed", "assistant", assistant)]),
  ];
}

function requireUsable(addresses: readonly string[], expiresAt: number | null, nowMs: number): void {
  const errors: FieldError[] = [];
  if (expiresAt !== null && expiresAt <= nowMs) errors.push({ field: "expiresAt", message: "must be in the future" });
  const wrong = addresses.find((address) => !isAddressOrRange(address));
  if (wrong !== undefined) {
    const message = `${wrong} is not an IP address or a range, such as 192.0.2.10 or 10.0.0.0/8`;
    errors.push({ field: "addresses", message });
  }
  if (errors.length > 0) throw new AppError("invalid_request", "No key was made.", { errors });
}
