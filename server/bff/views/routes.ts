import { newViewSchema, viewChangeSchema, viewListQuerySchema } from "#lib/contract/console/view.ts";
import { routeWith } from "#server/bff/core/route.ts";
import { changeView } from "./change-view.ts";
import { createView } from "./create-view.ts";
import { deleteView } from "./delete-view.ts";
import { listViews } from "./list-views.ts";

const route = routeWith();

/** The routes of saved views, part of the one table. */
export const viewRoutes = [
  route({
    method: "GET",
    path: "/api/views",
    policy: "viewer",
    input: { query: viewListQuerySchema },
    handler: (context, { query }) => listViews({ context, input: query }),
  }),
  // Shared views need an editor. The handlers check this, because the policy does not see the body.
  route({
    method: "POST",
    path: "/api/views",
    policy: "viewer",
    input: { body: newViewSchema },
    handler: (context, { body }) => createView({ context, input: body }),
  }),
  route({
    method: "PATCH",
    path: "/api/views/:viewID",
    policy: "viewer",
    input: { body: viewChangeSchema },
    handler: (context, { params, body }) => changeView({ context, viewID: params.viewID, input: body }),
  }),
  route({
    method: "DELETE",
    path: "/api/views/:viewID",
    policy: "viewer",
    input: {},
    handler: (context, { params }) => deleteView({ context, viewID: params.viewID }),
  }),
] as const;
