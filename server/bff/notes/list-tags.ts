import type { TagList } from "#lib/contract/console/customer-notes.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import type { NoteServices } from "./note-services.ts";

/** The tags that the team uses in an environment, and the number of customers that the person has pinned there. */
export async function listTags({
  context: { services, environment, session },
}: {
  context: RouteContext<"viewer", "/api/:environment/tags", NoteServices>;
}): Promise<TagList> {
  const { marks } = services.store;
  const pinned = await marks.list({ environment, pinnedBy: session.staff.staffID });
  return {
    tags: await marks.tags(environment),
    pinned: pinned.length,
    asOf: new Date(services.clock.now()).toISOString(),
  };
}
