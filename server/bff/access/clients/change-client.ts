import type { ClientAnswer } from "#lib/contract/access/clients.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import type { ClientServices } from "./client-services.ts";
import { clientSessionHash } from "./client-session.ts";
import { clientView } from "./client-view.ts";

type Context = RouteContext<"clients.manage", string, ClientServices>;

const noSuchClient = () => new AppError("not_found", "This API client does not exist, or its key was revoked.");

/** Renames a client. Its key stays valid. */
export async function renameClient(context: Context, clientID: string, name: string): Promise<ClientAnswer> {
  const { services } = context;
  const nowMs = services.clock.now();
  const client = await services.store.apiClients.rename(clientID, name, nowMs, (before) => ({
    ...auditSource(context),
    action: "client.renamed",
    outcome: "done",
    target: { kind: "client", id: clientID },
    before: { name: before.name },
    after: { name },
  }));
  if (!client) throw noSuchClient();
  return { client: clientView(client, nowMs) };
}

/** Revokes the key on every replica from the next request on. Open streams end within 5 s. */
export async function revokeClient(context: Context, clientID: string): Promise<void> {
  const { services } = context;
  const isRevoked = await services.store.apiClients.revoke(clientID, services.clock.now(), {
    ...auditSource(context),
    action: "client.revoked",
    outcome: "done",
    target: { kind: "client", id: clientID },
  });
  if (!isRevoked) throw noSuchClient();
  services.openStreams.endSession(clientSessionHash(clientID));
}
