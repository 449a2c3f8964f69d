import { AppError } from "#lib/contract/operations/app-error.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";

/**
 * Checks whether a person may sign in without a provider. If the policy requires single sign-on, throws `sso_required`
 * for every person except the break-glass administrator. `isBreakGlass` is true if the policy requires single sign-on
 * and this person is the break-glass administrator.
 */
export async function requireLocalSignIn(
  { store }: Pick<CoreServices, "store">,
  { staffID }: { staffID: string },
): Promise<{ isBreakGlass: boolean }> {
  const { ssoRequired, breakGlassStaffID } = await store.accessPolicy.read();
  if (!ssoRequired) return { isBreakGlass: false };
  if (staffID === breakGlassStaffID) return { isBreakGlass: true };
  throw new AppError("sso_required", "Passwords are switched off here: use single sign-on instead.");
}
