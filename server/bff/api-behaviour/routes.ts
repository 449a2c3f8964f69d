import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import { apiBehaviourSchema, differenceAnswerSchema, differenceDecisionSchema } from "#lib/contract/api-behaviour.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import { textAnswer } from "#server/bff/core/answers/text-answer.ts";
import { routeWith } from "#server/bff/core/route.ts";
import type { ApiBehaviourServices } from "./api-behaviour-services.ts";
import { decisionsByID } from "./compare/open-differences.ts";
import { exportOpenApi } from "./export-openapi.ts";
import { findDifference, getBehaviour, toDifference } from "./get-behaviour.ts";

const route = routeWith<ApiBehaviourServices>();

/** The routes of the API behaviour. */
export const apiBehaviourRoutes = [
  route({
    method: "GET",
    path: "/api/:environment/profile",
    about: "What the API's answers contain, compared with what the console expects.",
    policy: "viewer",
    input: {},
    answer: apiBehaviourSchema,
    handler: (context) => getBehaviour({ context }),
  }),
  route({
    method: "GET",
    path: "/api/:environment/profile/openapi",
    about: "Exports the observed answers of the API as an OpenAPI document.",
    policy: "viewer",
    input: {},
    answer: { file: { "application/json": "An OpenAPI 3.1 document." } },
    handler: async (context) =>
      textAnswer("application/json; charset=utf-8", JSON.stringify(await exportOpenApi({ context }))),
  }),
  route({
    method: "POST",
    path: "/api/:environment/profile/:differenceID/decision",
    about: "Stores or removes a person's decision about a difference. The audit log records the reason.",
    policy: "profile.decide",
    input: { body: differenceDecisionSchema },
    answer: differenceAnswerSchema,
    async handler(context, { params: { differenceID }, body: { decision, reason } }) {
      const { environment, services, session } = context;
      const { apiBehaviour } = services.store;
      const found = findDifference(await services.behaviourKeeper.read(environment), differenceID);
      if (found === undefined) {
        throw new AppError("not_found", "The API's answers no longer show this difference. Reload the page.");
      }
      const nowMs = services.clock.now();
      const before = decisionsByID(await apiBehaviour.decisions(environment)).get(differenceID);
      const event: NewAuditEvent = {
        ...auditSource(context),
        action: "difference.decided",
        outcome: "done",
        environment,
        target: { kind: "difference", id: differenceID },
        before: before ? { decision: before.decision, reason: before.reason } : {},
        after: {
          decision,
          reason,
          kind: found.kind,
          where: `${found.operation} ${found.status} ${found.path}`.trim(),
        },
      };
      if (decision === "reopened") await apiBehaviour.reopen(differenceID, environment, event, nowMs);
      else {
        const scope = decision === "accepted" ? "all" : environment;
        const { staffID } = session.staff;
        await apiBehaviour.decide({ differenceID, scope, decision, reason, staffID, decidedAt: nowMs }, event);
      }
      const after = decisionsByID(await apiBehaviour.decisions(environment)).get(differenceID);
      return { difference: toDifference(found, environment, after) };
    },
  }),
] as const;
