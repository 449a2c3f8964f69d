import type { TagsChange } from "#lib/contract/console/customer-notes.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { maxTags } from "#lib/contract/values/customers/customer-marks.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { knownCustomer } from "./known-customer.ts";
import { noteEvent } from "./note-event.ts";
import type { NoteServices } from "./note-services.ts";

/**
 * Changes the tags of a customer. Concurrent changes of two people are both kept: only the difference between the
 * sender's old and new tags is applied to the current tags.
 */
export async function changeTags({
  context,
  customerID,
  input: { tags, expected },
}: {
  context: RouteContext<"notes.write", "/api/:environment/customers/:customerID/tags", NoteServices>;
  customerID: string;
  input: TagsChange;
}): Promise<{ tags: string[] }> {
  const { services, environment } = context;
  const changed = await services.store.marks.changeTags(
    environment,
    knownCustomer(services, environment, customerID),
    (present) => {
      const sentTags = expected ?? present;
      return {
        add: tags.filter((tag) => !sentTags.includes(tag)),
        remove: sentTags.filter((tag) => !tags.includes(tag)),
      };
    },
    ({ before, after }) =>
      noteEvent(context, "tags.changed", customerID, { before: { tags: before }, after: { tags: after } }),
    services.clock.now(),
  );
  if (changed) return { tags: changed };
  const message = `would be more than ${maxTags} tags with those that colleagues have added`;
  throw new AppError("invalid_request", "Nothing was changed: the tags are too many.", {
    errors: [{ field: "tags", message }],
  });
}
