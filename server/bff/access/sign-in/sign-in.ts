import { createHash } from "node:crypto";
import type { SignIn } from "#lib/contract/console/session.ts";
import type { ErrorCode } from "#lib/contract/errors.ts";
import { AppError, isAppError } from "#lib/contract/operations/app-error.ts";
import { addressKey } from "#server/bff/access/limits/address-key.ts";
import { placeOf, type SignInPlace } from "#server/bff/access/limits/sign-in-place.ts";
import { dummyHash, verifyPassword } from "#server/bff/access/passwords/password-hash.ts";
import { beginSession } from "#server/bff/access/sessions/begin-session.ts";
import { requireLocalSignIn } from "#server/bff/access/sessions/local-sign-in.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import type { Staff } from "#server/bff/store/staff.ts";
import { rememberPlace } from "./remember-place.ts";
import { requireSecondStep } from "./second-step.ts";
import type { SignInServices } from "./sign-in-services.ts";

const refusals = new Set<ErrorCode>(["sign_in_failed", "sso_required", "second_factor_failed", "too_many_attempts"]);

type Context = RouteContext<"anyone", string, SignInServices>;

/**
 * Starts a session with a new ID and ends the previous session of the browser. If the person has a second factor, a
 * code is requested after the correct password. An unknown address, a wrong password and a disabled person all get the
 * same answer after the same time.
 */
export async function signIn({ context, input }: { context: Context; input: SignIn }): Promise<void> {
  const { services } = context;
  const place = await placeOf(context, input.email);
  const staff = await verifiedStaff(services, place, input.password).catch(async (error: unknown) => {
    await recordRefusal(context, input.email, error);
    throw error;
  });
  await services.writeLimit.countSignIn(staff.staffID);
  const factor = await requireSecondStep(context, { staff, place, code: input.code }).catch(async (error: unknown) => {
    await recordRefusal(context, input.email, error);
    throw error;
  });
  await beginSession(context, staff, {
    secondFactor: factor !== null,
    // A recovery code is enough for signing in. Dangerous routes still need a new proof with one of the person's
    // factors.
    ...(factor === "recovery-code" && { factorAt: 0 }),
    ...(factor !== null && { after: { method: "password", factor } }),
  });
  await rememberPlace(context, place);
}

/**
 * Records a refused sign-in, so that operators see which account is attacked and from where. The account is recorded as
 * the first 16 hexadecimal digits of the SHA-256 of its lower-case e-mail address. This keeps e-mail addresses out of
 * the log and the audit log. It also keeps out a password that a person has typed into the wrong field.
 */
async function recordRefusal(context: Context, email: string, error: unknown): Promise<void> {
  if (!isAppError(error) || !refusals.has(error.code)) return;
  const { services, address, requestID } = context;
  const account = createHash("sha256").update(email.toLowerCase()).digest("hex").slice(0, 16);
  services.log.warn({ requestID, code: error.code, account, address }, "sign-in refused");
  await services.refusals.record(`sign-in ${account} ${addressKey(address ?? "unknown")} ${error.code}`, {
    ...auditSource({ ...context, session: null }),
    action: "sign-in.failed",
    outcome: "failed",
    target: { kind: "account", id: account },
    after: { code: error.code },
  });
}

async function verifiedStaff(services: SignInServices, place: SignInPlace, password: string): Promise<Staff> {
  const staff = await verifyStaff(services, place, password);
  if (!staff) throw new AppError("sign_in_failed", "The e-mail address or the password is wrong.");
  // This check comes after the correct password and before the request for a second factor.
  await requireLocalSignIn(services, staff);
  return staff;
}

/**
 * Returns the person of this account. Null if the account is unknown, the password is wrong or the person is disabled.
 * Failed attempts count toward the limit, also those from a signed-in session.
 */
export async function verifyStaff(
  { throttle, hashing, store }: SignInServices,
  place: SignInPlace,
  password: string,
): Promise<Staff | null> {
  // The limit is checked before the queue, so that attempts on a locked account do not fill the queue.
  await throttle.check(place);
  return hashing.run(async () => {
    const attempt = await throttle.begin(place);
    const staff = await store.staff.findByEmail(place.email);
    const fits = await verifyPassword(password, staff?.passwordHash ?? dummyHash);
    if (!staff || !fits || staff.disabledAt !== null) return null;
    await attempt.succeeded();
    return staff;
  });
}
