import { randomUUID } from "node:crypto";
import type { AuditAction, NewAuditEvent } from "#lib/contract/access/audit.ts";
import {
  newViewSchema,
  type SavedView,
  viewAnswerSchema,
  viewChangeSchema,
  viewListQuerySchema,
  viewListSchema,
} from "#lib/contract/console/view.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import { type RouteContext, routeWith } from "#server/bff/core/route.ts";
import type { StoredView } from "#server/bff/store/views.ts";
import {
  assertViewSaved,
  normaliseViewLayout,
  normaliseViewQuery,
  requireSharing,
  viewEditorOf,
  viewNotFound,
  viewToChange,
} from "./view-rules.ts";

const route = routeWith();

/**
 * The routes of saved views. Only editors may change shared views. The handlers check this, because the policy of a
 * route does not know the body.
 */
export const viewRoutes = [
  route({
    method: "GET",
    path: "/api/views",
    about: "The saved views that a person may see: first their own views, then the shared views of other people.",
    policy: "viewer",
    input: { query: viewListQuerySchema },
    answer: viewListSchema,
    async handler({ services, session }, { query: { limit, offset } }) {
      const { staffID } = session.staff;
      const { views, total } = await services.store.views.list(staffID, { limit, offset });
      const asOf = new Date(services.clock.now()).toISOString();
      return { views: views.map((view) => toSavedView(view, staffID)), total, limit, offset, asOf };
    },
  }),
  route({
    method: "POST",
    path: "/api/views",
    about: "Saves a private or shared view.",
    policy: "viewer",
    input: { body: newViewSchema },
    answer: viewAnswerSchema,
    statuses: [201],
    errors: ["forbidden", "invalid_request 409"],
    async handler(context, { body }) {
      const { services, session } = context;
      if (body.shared) requireSharing(context);
      const { staffID, name } = session.staff;
      const nowMs = services.clock.now();
      const view = {
        viewID: randomUUID(),
        name: body.name,
        query: normaliseViewQuery(body.query),
        layout: body.layout ? normaliseViewLayout(body.layout) : null,
        shared: body.shared,
      };
      const event = view.shared ? viewEvent(context, "view.created", view.viewID, { after: view }) : undefined;
      assertViewSaved(await services.store.views.add(staffID, view, nowMs, event), body.name);
      return { view: toSavedView({ ...view, owner: { staffID, name }, updatedAt: nowMs }, staffID) };
    },
  }),
  route({
    method: "PATCH",
    path: "/api/views/:viewID",
    about: "Renames a view, changes its query, or makes it shared or private.",
    policy: "viewer",
    input: { body: viewChangeSchema },
    answer: viewAnswerSchema,
    errors: ["forbidden", "invalid_request 409", "not_found"],
    async handler(context, { params: { viewID }, body }) {
      const { services, session } = context;
      const { staffID } = session.staff;
      const before = await viewToChange(context, viewID);
      if (body.shared) requireSharing(context);
      if (body.shared === false && before.owner.staffID !== staffID) {
        throw new AppError("forbidden", `Only ${before.owner.name}, who shares this view, can stop sharing it.`);
      }
      const { name, query, layout, shared } = body;
      const change = {
        ...(name !== undefined && { name }),
        ...(query !== undefined && { query: normaliseViewQuery(query) }),
        ...(layout !== undefined && { layout: normaliseViewLayout(layout) }),
        ...(shared !== undefined && { shared }),
      };
      const isSeenByOthers = before.shared || shared === true;
      const event = isSeenByOthers
        ? viewEvent(context, "view.changed", viewID, { before: auditedView(before), after: change })
        : undefined;
      const nowMs = services.clock.now();
      const kept = await services.store.views.change(viewEditorOf(context), viewID, change, nowMs, event);
      if (kept === "not theirs") throw viewNotFound();
      assertViewSaved(kept, name);
      const after = await services.store.views.find(staffID, viewID);
      if (!after) throw viewNotFound();
      return { view: toSavedView(after, staffID) };
    },
  }),
  route({
    method: "DELETE",
    path: "/api/views/:viewID",
    about: "Deletes a view. A shared view is deleted for everybody.",
    policy: "viewer",
    input: {},
    answer: "nothing",
    errors: ["forbidden", "not_found"],
    async handler(context, { params: { viewID } }) {
      const { services } = context;
      const before = await viewToChange(context, viewID);
      const audited = before.shared
        ? {
            event: viewEvent(context, "view.deleted", viewID, { before: auditedView(before) }),
            nowMs: services.clock.now(),
          }
        : undefined;
      if (!(await services.store.views.remove(viewEditorOf(context), viewID, audited))) throw viewNotFound();
    },
  }),
] as const;

/** A saved view as shown to `staffID`. */
function toSavedView({ layout, updatedAt, ...view }: StoredView, staffID: string): SavedView {
  return {
    ...view,
    ...(layout === null ? {} : { layout }),
    mine: view.owner.staffID === staffID,
    updatedAt: new Date(updatedAt).toISOString(),
  };
}

/** The audit event for a shared view. Changes of private views are not audited. */
function viewEvent(
  context: RouteContext<"viewer">,
  action: Extract<AuditAction, `view.${string}`>,
  viewID: string,
  values: Pick<NewAuditEvent, "before" | "after">,
): NewAuditEvent {
  return { ...auditSource(context), action, outcome: "done", target: { kind: "view", id: viewID }, ...values };
}

/** The members of a view that the audit log compares. */
function auditedView({ name, query, layout, shared }: StoredView) {
  return { name, query, layout, shared };
}
