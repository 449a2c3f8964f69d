import { AppError } from "#lib/contract/app-error.ts";
import type { NewView } from "#lib/contract/view.ts";
import { toCustomersLayout } from "#lib/customers-layout.ts";
import { parseCustomersView, savedQuery } from "#lib/url-state/customers-view.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import type { Kept, StoredView, ViewKeeper } from "../store/views.ts";

type Context = RouteContext<"viewer">;

/** Whose views this person may change, as the store asks it in the moment of a change. */
export function keeperOf({ session }: Context): ViewKeeper {
  return { staffID: session.staff.staffID, keepsShared: session.staff.role !== "viewer" };
}

/** A shared view is everybody's, so that it takes what any change for everybody takes. */
export function requireSharing(context: Context): void {
  if (keeperOf(context).keepsShared) return;
  throw new AppError("forbidden", "Only editors can change shared views. Your role is viewer.");
}

/**
 * The view, for who may change it: its owner, and for a shared one any editor. Somebody else's own view
 * is not there at all.
 */
export async function viewToChange(context: Context, viewID: string): Promise<StoredView> {
  const view = await context.services.store.views.find(context.session.staff.staffID, viewID);
  if (!view) throw new AppError("not_found", "This view does not exist, or it is a private view of another person.");
  if (view.shared) requireSharing(context);
  return view;
}

/** The error for a view that was taken back or deleted between the look at it and the change. */
export const viewGone = () => new AppError("not_found", "This view was deleted or is no longer shared.");

/** What is kept of a query that somebody sent: what the page understands of it, and no more. */
export function understoodQuery(query: string): string {
  return savedQuery(parseCustomersView(new URLSearchParams(query)));
}

/** The same of a layout. */
export function understoodLayout(layout: NonNullable<NewView["layout"]>): NonNullable<NewView["layout"]> {
  const { columns, density } = toCustomersLayout(layout);
  return { columns: [...columns], density };
}

/** Throws unless the view was kept. */
export function requireKept(kept: Kept, name: string | undefined): void {
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
