import type { AccessPolicy, PolicyAnswer, PolicyChange } from "#lib/contract/access/policy.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { lacksRequiredFactor } from "#server/bff/access/sessions/recent-factor.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import type { PolicyChanged } from "#server/bff/store/access/policy.ts";
import { getPolicy } from "./get-policy.ts";
import type { PolicyServices } from "./policy-services.ts";

/** Changes the sign-in policy. It refuses a policy under which nobody could sign in. */
export async function changePolicy({
  context,
  input: { breakGlassStaffID, ...rest },
}: {
  context: RouteContext<"policy.manage", string, PolicyServices>;
  input: PolicyChange;
}): Promise<PolicyAnswer> {
  const { services, session } = context;
  if (rest.ssoRequired && services.ssoProviders.choices().length === 0) {
    throw impossible("ssoRequired", "No provider of single sign-on is configured.");
  }
  const newPolicy: AccessPolicy = { ...rest, ...(breakGlassStaffID !== undefined && { breakGlassStaffID }) };
  const changed = await services.store.accessPolicy.change(
    newPolicy,
    ({ before, after }) => ({
      ...auditSource(context),
      action: "policy.changed",
      outcome: "done",
      target: { kind: "policy", id: "access" },
      before,
      after,
    }),
    services.clock.now(),
  );
  const policy = requireChanged(changed);
  const isFactorMissing = !session.isClient && (await lacksRequiredFactor(services, session, policy));
  return { ...(await getPolicy(services, policy)), ...(isFactorMissing && { factorRequired: true as const }) };
}

function requireChanged(changed: PolicyChanged): AccessPolicy {
  switch (changed.result) {
    case "changed":
      return changed.policy;
    case "moved":
      throw new AppError("policy_changed", "Somebody else has changed the policy. Check it and try again.");
    case "no break-glass":
      throw impossible(
        "breakGlassStaffID",
        "Name a break-glass administrator first, who can sign in while the provider does not respond.",
      );
    case "not a candidate":
      throw impossible(
        "breakGlassStaffID",
        "Choose an active administrator who signs in with a password, not by single sign-on.",
      );
  }
}

function impossible(field: keyof PolicyChange, message: string): AppError {
  return new AppError("invalid_request", `${message} Nothing was changed.`, { errors: [{ field, message }] });
}
