import { freezeAnswerSchema, releaseFreezeSchema, setFreezeSchema } from "#lib/contract/operations/freeze.ts";
import { routeWith } from "#server/bff/core/route.ts";
import { freezeAnswer } from "./freeze-view.ts";
import { releaseFreeze, setFreeze } from "./set-freeze.ts";

const route = routeWith();

/**
 * The routes of freezes.
 *
 * A freeze stops the writes of an environment for a time. Whether one is in force is computed from its stored rule and
 * the store's clock, in the transaction that marks a write as sent (server/bff/store/freezes). No worker begins or ends
 * a freeze. What each kind of write does meanwhile is decided in docs/decisions/0078-freezes.md.
 */
export const freezeRoutes = [
  route({
    method: "GET",
    path: "/api/:environment/freeze",
    about: "What is frozen in an environment now, until when and why, and its other freezes.",
    policy: "viewer",
    input: {},
    answer: freezeAnswerSchema,
    countsAsActivity: false,
    handler: ({ services, environment }) => freezeAnswer(services, environment),
  }),
  route({
    method: "PUT",
    path: "/api/:environment/freeze",
    about: "Freezes the writes or the planned changes of an environment, from now on or later, once or repeatedly.",
    policy: "freezes.manage",
    input: { body: setFreezeSchema },
    answer: freezeAnswerSchema,
    errors: ["unclear_time"],
    handler: (context, { body }) => setFreeze(context, body),
  }),
  route({
    method: "DELETE",
    path: "/api/:environment/freeze",
    about: "Ends a freeze before its time in an emergency, or removes a freeze that is not in force.",
    policy: "freezes.manage",
    dangerous: true,
    input: { body: releaseFreezeSchema },
    answer: freezeAnswerSchema,
    errors: ["not_found"],
    handler: (context, { body }) => releaseFreeze(context, body),
  }),
] as const;
