import { may } from "#lib/contract/access/permissions.ts";
import type { NewView } from "#lib/contract/console/view.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { toCustomersLayout } from "#lib/customers/customers-layout.ts";
import { parseCustomersView, savedQuery } from "#lib/url-state/customers-view.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import type { SaveResult, StoredView, ViewEditor } from "../store/views.ts";

type Context = RouteContext<"viewer">;

/**
 * Which views the person may change. Everybody may change their own private views. Changing shared views requires a
 * permission.
 */
export function viewEditorOf({ session }: Context): ViewEditor {
  return { staffID: session.staff.staffID, keepsShared: may(session.staff.role, "views.share") };
}

/**
 * Throws if the person may not change shared views. This needs a permission, because a shared view affects everybody.
 */
export function requireSharing(context: Context): void {
  if (viewEditorOf(context).keepsShared) return;
  throw new AppError("forbidden", "Only editors can change shared views. Your role is viewer.");
}

/**
 * Returns the view if the person may change it. The owner may change a private view. Only editors may change a shared
 * view. For another person's private view, throws "not found".
 */
export async function viewToChange(context: Context, viewID: string): Promise<StoredView> {
  const view = await context.services.store.views.find(context.session.staff.staffID, viewID);
  if (!view) throw new AppError("not_found", "This view does not exist, or it is a private view of another person.");
  if (view.shared) requireSharing(context);
  return view;
}

/** The error for a view that was deleted or made private between reading and changing it. */
export const viewNotFound = () => new AppError("not_found", "This view was deleted or is no longer shared.");

/** The part of a query that is stored. Parameters that the page does not know are removed. */
export function normaliseViewQuery(query: string): string {
  return savedQuery(parseCustomersView(new URLSearchParams(query)));
}

/** The part of a layout that is stored. */
export function normaliseViewLayout(layout: NonNullable<NewView["layout"]>): NonNullable<NewView["layout"]> {
  const { columns, density } = toCustomersLayout(layout);
  return { columns: [...columns], density };
}

/** Throws if the view was not stored. */
export function assertViewSaved(kept: SaveResult, name: string | undefined): void {
  if (kept === "kept") return;
  const [message, field] =
    kept === "too many"
      ? ["You have reached the maximum number of views. Delete one first.", undefined]
      : [`You already have a view named “${name}”. Choose another name.`, "name"];
  throw new AppError("invalid_request", "The view was not saved.", {
    status: 409,
    errors: [{ ...(field === undefined ? {} : { field }), message }],
  });
}
