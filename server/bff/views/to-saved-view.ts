import type { SavedView } from "#lib/contract/console/view.ts";
import type { StoredView } from "../store/views.ts";

/** A saved view as shown to `staffID`. */
export function toSavedView({ layout, updatedAt, ...view }: StoredView, staffID: string): SavedView {
  return {
    ...view,
    ...(layout === null ? {} : { layout }),
    mine: view.owner.staffID === staffID,
    updatedAt: new Date(updatedAt).toISOString(),
  };
}
