import { AppError } from "#lib/contract/errors.ts";
import type { SignIn } from "#lib/contract/session.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import type { Staff } from "#server/bff/store/staff.ts";
import { dummyHash, verifyPassword } from "./password-hash.ts";

/**
 * Begins a session with a new ID and ends the one that the browser had. An unknown address, a wrong
 * password and a disabled person get the same answer in the same time.
 */
export async function signIn({ context, input }: { context: RouteContext<"anyone">; input: SignIn }): Promise<void> {
  const { services, session, responseHeaders } = context;
  const staff = await verifiedStaff(context, input);
  const sessionID = services.cookie.newSessionID();
  await services.store.sessions.begin(
    { sessionHash: services.cookie.hash(sessionID), staffID: staff.staffID, replaces: session?.sessionHash ?? null },
    services.clock.now(),
  );
  responseHeaders.append("Set-Cookie", await services.cookie.seal(sessionID));
}

async function verifiedStaff(
  { services, address }: RouteContext<"anyone">,
  { email, password }: SignIn,
): Promise<Staff> {
  const { throttle, hashing, store } = services;
  // Before the queue, so that attempts on a closed account take nobody's place in it.
  await throttle.check(email, address);
  return hashing.run(async () => {
    const attempt = await throttle.begin(email, address);
    const staff = await store.staff.findByEmail(email);
    const fits = await verifyPassword(password, staff?.passwordHash ?? dummyHash);
    if (!staff || !fits || staff.disabledAt !== null) {
      throw new AppError("sign_in_failed", "The e-mail address or the password is not right.");
    }
    await attempt.succeeded();
    return staff;
  });
}
