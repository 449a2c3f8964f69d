import { customerListQuerySchema } from "#lib/contract/customer-list.ts";
import { signInSchema } from "#lib/contract/session.ts";
import { checkReady } from "./check-ready.ts";
import { listCustomers } from "./list-customers.ts";
import { route } from "./route.ts";
import { sessionView } from "./session-view.ts";
import { signIn } from "./sign-in.ts";

/**
 * The one table. What is not here does not exist, and nothing is here without a policy; both doors
 * (HTTP and server components) go through it.
 */
export const routes = [
  route({
    method: "POST",
    path: "/api/session",
    policy: "anyone",
    input: { body: signInSchema },
    countsAsActivity: false,
    handler: (context, { body }) => signIn({ context, input: body }),
  }),
  route({
    method: "GET",
    path: "/api/session",
    policy: "viewer",
    input: {},
    countsAsActivity: false,
    handler: async ({ session, services }) => sessionView(session, services),
  }),
  route({
    method: "DELETE",
    path: "/api/session",
    policy: "viewer",
    input: {},
    countsAsActivity: false,
    handler: async ({ session, services, responseHeaders }) => {
      await services.store.sessions.end(session.sessionHash, services.clock.now());
      responseHeaders.append("Set-Cookie", services.cookie.clear());
    },
  }),
  route({
    method: "POST",
    path: "/api/session/extend",
    policy: "viewer",
    input: {},
    handler: async ({ session, services }) => sessionView(session, services),
  }),
  route({
    method: "GET",
    path: "/api/:environment/customers",
    policy: "viewer",
    input: { query: customerListQuerySchema },
    handler: (context, { query }) => listCustomers({ context, input: query }),
  }),
  route({
    method: "GET",
    path: "/api/health",
    policy: "anyone",
    input: {},
    countsAsActivity: false,
    handler: async () => ({ status: "ok" as const }),
  }),
  route({
    method: "GET",
    path: "/api/ready",
    policy: "anyone",
    input: {},
    countsAsActivity: false,
    handler: (context) => checkReady(context.services),
  }),
] as const;

type Routes = (typeof routes)[number];

/** A route's name: its method and path, such as `GET /api/session`. */
export type RouteKey = Routes["key"];

/** What a route's handler gives. */
export type RouteOutput<K extends RouteKey> = Awaited<ReturnType<Extract<Routes, { key: K }>["handler"]>>;
