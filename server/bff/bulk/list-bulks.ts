import type { BulkList, BulkListQuery } from "#lib/contract/operations/bulk.ts";
import { ticketKeyOf } from "#lib/contract/values/operations/write-subjects.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import type { BulkServices } from "./bulk-services.ts";
import { bulkViews } from "./bulk-view.ts";

/** A page of an environment's bulk changes, of everybody or only the sender's own; newest first. */
export async function listBulks({
  context: { services, environment, session },
  input: { mine, ticket, limit, offset },
}: {
  context: RouteContext<"viewer", "/api/:environment/bulk", BulkServices>;
  input: BulkListQuery;
}): Promise<BulkList> {
  const { store, clock } = services;
  const { runs, total } = await store.bulks.list(
    {
      environment,
      ...(mine && { staffID: session.staff.staffID }),
      ...(ticket !== undefined && { ticketKey: ticketKeyOf(ticket) }),
    },
    { limit, offset },
  );
  const asOf = new Date(clock.now()).toISOString();
  return { bulks: await bulkViews(store, runs), total, limit, offset, asOf };
}
