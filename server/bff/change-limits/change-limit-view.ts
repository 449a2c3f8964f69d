import { may } from "#lib/contract/access/permissions.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { ChangeLimitAnswer } from "#lib/contract/operations/change-limit.ts";
import { instant } from "#lib/format/instant.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { withPersonNames } from "#server/bff/core/person-names.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import type { StoredLimitRequest, StoredUsage } from "#server/bff/store/change-limits/change-limits.ts";
import type { ChangeLimitServices } from "./change-limit-services.ts";

export type LimitContext = Pick<
  RouteContext<"viewer", "/api/:environment/change-limit", ChangeLimitServices>,
  "services" | "environment" | "session" | "requestID" | "address" | "requestHeaders"
>;

function usageView({ limit, allowed, changed, remaining, waitMsFor }: StoredUsage, nowMs: number) {
  return { limit, allowed, changed, ...(remaining === 0 && { nextAt: instant(nowMs + waitMsFor(1)) }) };
}

/** A request of a person or key that cannot change another customer now, with the usage. */
export interface BlockedRequest {
  request: StoredLimitRequest;
  usage: StoredUsage;
}

/** The requests that need a decision. A request needs none if its person or key can change another customer again. */
export async function blockedRequests(
  { store }: Pick<CoreServices, "store">,
  environment: Environment,
): Promise<BlockedRequest[]> {
  const blocked: BlockedRequest[] = [];
  for (const request of await store.changeLimits.waiting(environment)) {
    const usage = await store.changeLimits.usageOf({ environment, staffID: request.person.staffID });
    if (usage?.remaining === 0) blocked.push({ request, usage });
  }
  return blocked;
}

/** Why the signed-in person may not release more for this request. Undefined if the person may. */
export async function releaseRefusal(
  { services, session }: Pick<LimitContext, "services" | "session">,
  { person }: Pick<StoredLimitRequest, "person">,
): Promise<AppError | undefined> {
  const { role } = session.staff;
  if (!may(role, "approvals.decide")) return new AppError("forbidden", `The role ${role} may not release more.`);
  return services.approvalGate.otherPersonRefusal(session.staff, { requesters: [person] });
}

/** What the sender has changed in the last hour, and the requests that wait for a decision. */
export async function changeLimitAnswer(context: LimitContext): Promise<ChangeLimitAnswer> {
  const { services, environment, session } = context;
  const { store, clock } = services;
  const nowMs = clock.now();
  const { staffID } = session.staff;
  const asOf = instant(nowMs);
  const usage = await store.changeLimits.usageOf({ environment, staffID });
  if (!usage) return { requests: [], asOf };
  const blocked = await blockedRequests(services, environment);
  const requests = blocked.map(async ({ request, usage }) => {
    const { requestID, person, askedAt, reason } = request;
    const refusal = await releaseRefusal(context, request);
    return {
      ...usageView(usage, nowMs),
      requestID,
      person,
      askedAt: instant(askedAt),
      reason,
      ...(refusal && { refusal: refusal.message }),
    };
  });
  const own = blocked.find(({ request }) => request.person.staffID === staffID);
  return {
    own: { ...usageView(usage, nowMs), ...(own && { askedAt: instant(own.request.askedAt) }) },
    requests: await withPersonNames(store.staff, ["person"], await Promise.all(requests)),
    asOf,
  };
}
