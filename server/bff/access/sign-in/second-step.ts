import type { ProofMethod } from "#lib/contract/errors.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { redeemCode } from "#server/bff/access/factors/redeem-code.ts";
import type { SignInPlace } from "#server/bff/access/limits/sign-in-place.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import type { Staff } from "#server/bff/store/staff.ts";
import type { SignInServices } from "./sign-in-services.ts";

export interface SecondStep {
  staff: Staff;
  place: SignInPlace;
  code: string | undefined;
}

/**
 * The second step of a sign-in, after the correct password. Returns the factor that the person has used. Null if the
 * person has no second factor. Throws `second_factor_required` if a code is needed but missing, and
 * `second_factor_failed` if the code is wrong.
 */
export async function requireSecondStep(
  context: RouteContext<"anyone", string, SignInServices>,
  { staff, place, code }: SecondStep,
): Promise<"totp" | "recovery-code" | null> {
  const { services } = context;
  const { staffID } = staff;
  const { hasTotp, passkeys, recoveryCodes } = await services.store.factors.of(staffID);
  if (!hasTotp && passkeys === 0) return null;
  if (code !== undefined) {
    const factor = await redeemCode(services, { staffID, place, code, takesRecoveryCodes: true });
    if (factor !== null) return factor;
    const message = "This code is wrong, too old, or was used already.";
    throw new AppError("second_factor_failed", message, { errors: [{ field: "code", message }] });
  }
  await services.store.audit.append(
    {
      ...auditSource({ ...context, session: { staff } }),
      action: "sign-in.first-step",
      outcome: "done",
      target: { kind: "staff", id: staffID },
    },
    services.clock.now(),
  );
  const methods: ProofMethod[] = [
    ...(hasTotp ? (["totp"] as const) : []),
    ...(passkeys > 0 ? (["passkey"] as const) : []),
    ...(recoveryCodes > 0 ? (["recovery-code"] as const) : []),
  ];
  throw new AppError("second_factor_required", "Your password is right. Confirm the sign-in with your second factor.", {
    methods,
  });
}
