import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import { type Difference, differenceDecisionSchema } from "#lib/contract/api-behaviour.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
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
    policy: "viewer",
    input: {},
    handler: (context) => getBehaviour({ context }),
  }),
  route({
    method: "GET",
    path: "/api/:environment/profile/openapi",
    policy: "viewer",
    input: {},
    handler: (context) => exportOpenApi({ context }),
  }),
  /** Stores or removes a person's decision about a difference. The audit log records the reason. */
  route({
    method: "POST",
    path: "/api/:environment/profile/:differenceID/decision",
    policy: "profile.decide",
    input: { body: differenceDecisionSchema },
    async handler(
      context,
      { params: { differenceID }, body: { decision, reason } },
    ): Promise<{ difference: Difference }> {
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
