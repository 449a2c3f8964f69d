import { clientChangeSchema, clientListQuerySchema, newClientSchema } from "#lib/contract/access/clients.ts";
import { routeWith } from "#server/bff/core/route.ts";
import { renameClient, revokeClient } from "./change-client.ts";
import type { ClientServices } from "./client-services.ts";
import { clientView } from "./client-view.ts";
import { createClient } from "./create-client.ts";

const route = routeWith<ClientServices>();

/**
 * The routes of API clients, part of the route table.
 *
 * An API client has a row among the staff, because an operation belongs to a person or a client. The store holds only a
 * hash of its key. server/bff/http/pipeline/authenticate.ts decides whether a request comes from a person or a client.
 */
export const clientRoutes = [
  route({
    method: "GET",
    path: "/api/clients",
    policy: "clients.manage",
    everyEnvironment: true,
    input: { query: clientListQuerySchema },
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
    policy: "clients.manage",
    dangerous: true,
    input: { body: newClientSchema },
    handler: (context, { body }) => createClient({ context, input: body }),
  }),
  route({
    method: "PATCH",
    path: "/api/clients/:clientID",
    policy: "clients.manage",
    dangerous: true,
    input: { body: clientChangeSchema },
    handler: (context, { params, body }) => renameClient(context, params.clientID, body.name),
  }),
  route({
    method: "DELETE",
    path: "/api/clients/:clientID",
    policy: "clients.manage",
    dangerous: true,
    input: {},
    handler: (context, { params }) => revokeClient(context, params.clientID),
  }),
] as const;
