import { randomUUID } from "node:crypto";
import type { NewClient, NewClientAnswer } from "#lib/contract/access/clients.ts";
import type { FieldError } from "#lib/contract/errors.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import { isAddressOrRange } from "#server/bff/config/trusted-proxies.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { createClientKey } from "./client-key.ts";
import { auditedClient, clientView } from "./client-view.ts";

/** Creates an API client. This response is the only place where its key appears. */
export async function createClient({
  context,
  input,
}: {
  context: RouteContext<"clients.manage", string, CoreServices>;
  input: NewClient;
}): Promise<NewClientAnswer> {
  const { services, session } = context;
  const nowMs = services.clock.now();
  const { name, role, environments } = input;
  const addresses = input.addresses?.filter((address) => address !== "") ?? [];
  const expiresAt = input.expiresAt === undefined ? null : Date.parse(input.expiresAt);
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
  context.answerWith(201);
  return { client: clientView(added, nowMs), key };
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
