import type { SavedView } from "#lib/contract/view.ts";
import type { StoredView } from "../store/views.ts";

/** A saved view as `staffID` is shown it. */
export function viewAsSeen({ layout, updatedAt, ...view }: StoredView, staffID: string): SavedView {
  return {
    ...view,
    ...(layout === null ? {} : { layout }),
    mine: view.owner.staffID === staffID,
    updatedAt: new Date(updatedAt).toISOString(),
  };
}
