import type { BulkList } from "#lib/contract/bulk.ts";
import type { PageQuery } from "#lib/contract/list.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { bulkViews } from "./bulk-view.ts";

/** A page of an environment's bulk changes, newest first. */
export async function listBulks({
  context: { services, environment },
  input: { limit, offset },
}: {
  context: RouteContext<"viewer", "/api/:environment/bulk">;
  input: PageQuery;
}): Promise<BulkList> {
  const { store, clock } = services;
  const { bulks, total } = await store.bulks.list(environment, { limit, offset });
  const asOf = new Date(clock.now()).toISOString();
  return { bulks: await bulkViews(store, bulks), total, limit, offset, asOf };
}
