import { AppError } from "#lib/contract/operations/app-error.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";

/**
 * Checks whether a person may sign in without a provider. If the policy requires single sign-on, only the break-glass
 * administrator may, and `isBreakGlass` is true. For all other people, it then throws `sso_required`.
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
