import type { NoteList, NoteListQuery } from "#lib/contract/console/customer-notes.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import type { NoteServices } from "./note-services.ts";
import { noteView } from "./note-view.ts";

/** The console's records about a customer: a page of its notes, its tags, and whether the person has pinned it. */
export async function listNotes({
  context: { services, environment, session },
  customerID,
  input: { limit, offset },
}: {
  context: RouteContext<"viewer", "/api/:environment/customers/:customerID/notes", NoteServices>;
  customerID: string;
  input: NoteListQuery;
}): Promise<NoteList> {
  const { notes: stored, marks } = services.store;
  const { notes, total } = await stored.list({ environment, customerID }, { limit, offset });
  const marked = (await marks.of(environment, [customerID], session.staff.staffID)).get(idKey(customerID));
  return {
    notes: notes.map(noteView),
    total,
    limit,
    offset,
    tags: marked?.tags ?? [],
    pinned: marked?.pinned ?? false,
    asOf: new Date(services.clock.now()).toISOString(),
  };
}
