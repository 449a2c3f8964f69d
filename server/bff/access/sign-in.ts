import { createHash } from "node:crypto";
import { AppError, isAppError } from "#lib/contract/app-error.ts";
import type { SignIn } from "#lib/contract/session.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import type { Staff } from "#server/bff/store/staff.ts";
import type { AccessServices } from "./access-services.ts";
import { dummyHash, verifyPassword } from "./password-hash.ts";
import { findSignInPlace, rememberSignInPlace, type SignInPlace } from "./sign-in-place.ts";

type Context = RouteContext<"anyone", string, AccessServices>;

/**
 * Begins a session with a new ID and ends the one that the browser had. An unknown address, a wrong
 * password and a disabled person get the same answer in the same time.
 */
export async function signIn({ context, input }: { context: Context; input: SignIn }): Promise<void> {
  const { services, session, responseHeaders, requestHeaders, address } = context;
  const { browserCookie, cookie, clock, store } = services;
  const browserID = browserCookie.read(requestHeaders.get("cookie"));
  const place = await findSignInPlace({ email: input.email, address, browserID }, store.knownPlaces, clock.now());
  const staff = await verifiedStaff(services, place, input.password).catch((error: unknown) => {
    logRefusal(context, input.email, error);
    throw error;
  });
  await services.writeLimit.countSignIn(staff.staffID);
  const sessionID = cookie.newSessionID();
  await store.sessions.begin(
    { sessionHash: cookie.hash(sessionID), staffID: staff.staffID, replaces: session?.sessionHash ?? null },
    clock.now(),
  );
  const keptBrowserID = browserID ?? browserCookie.newBrowserID();
  await rememberSignInPlace(place, keptBrowserID, store.knownPlaces, clock.now());
  responseHeaders.append("Set-Cookie", await cookie.seal(sessionID));
  responseHeaders.append("Set-Cookie", browserCookie.keep(keptBrowserID));
}

/**
 * An operator must be able to see who is being guessed at, and from where. The account is the first 16 hexadecimal
 * digits of the SHA-256 of its e-mail address in lower case, so that the log holds no list of addresses.
 */
function logRefusal({ services, address, requestID }: Context, email: string, error: unknown): void {
  if (!isAppError(error) || (error.code !== "sign_in_failed" && error.code !== "too_many_attempts")) return;
  const account = createHash("sha256").update(email.toLowerCase()).digest("hex").slice(0, 16);
  services.log.warn({ requestID, code: error.code, account, address }, "sign-in refused");
}

async function verifiedStaff(
  { throttle, hashing, store }: AccessServices,
  place: SignInPlace,
  password: string,
): Promise<Staff> {
  // Before the queue, so that attempts on a closed account take nobody's place in it.
  await throttle.check(place);
  return hashing.run(async () => {
    const attempt = await throttle.begin(place);
    const staff = await store.staff.findByEmail(place.email);
    const fits = await verifyPassword(password, staff?.passwordHash ?? dummyHash);
    if (!staff || !fits || staff.disabledAt !== null) {
      throw new AppError("sign_in_failed", "The e-mail address or the password is wrong.");
    }
    await attempt.succeeded();
    return staff;
  });
}
