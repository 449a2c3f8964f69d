import "server-only";
import { currentPreferences, demoPersonas, perform } from "#app/bff.ts";
import { may } from "#lib/contract/access/permissions.ts";
import type { Session } from "#lib/contract/console/session.ts";
import { firstStepsQueryOptions } from "#lib/query/console/first-steps.ts";
import { pageQueryOf } from "#lib/url-state/page-view.ts";

/**
 * The queries for the state of the first steps. Empty in the demo. Also empty if the person cannot take these steps or
 * has dismissed them.
 */
export async function firstStepsReadings({ staff }: Session): Promise<ReturnType<typeof firstStepsQueryOptions>[]> {
  const isAsked = may(staff.role, "staff.manage") && may(staff.role, "policy.manage") && demoPersonas() === null;
  if (!isAsked || (await currentPreferences()).firstStepsDismissed) return [];
  return [
    firstStepsQueryOptions(async () => {
      const [people, { policy, providers }] = await Promise.all([
        perform("GET /api/staff", { query: pageQueryOf({ limit: 10, offset: 0 }) }),
        perform("GET /api/policy"),
      ]);
      return {
        hasInvited: people.total > 1,
        requiresSecondFactor: policy.secondFactorRequired,
        hasProvider: providers.length > 0,
      };
    }),
  ];
}
