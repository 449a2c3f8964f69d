import { createHash } from "node:crypto";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { FactorServices } from "#server/bff/access/factors/factor-services.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { type Challenge, maxChallengeMs } from "./challenge-cookie.ts";

type Context = Pick<
  RouteContext<"anyone", string, FactorServices>,
  "services" | "session" | "requestHeaders" | "responseHeaders"
>;

/**
 * Stores a challenge that only this browser can answer. If the person is signed in, only this session can answer the
 * challenge.
 */
export async function keepChallenge(
  { services, session, responseHeaders }: Context,
  purpose: Challenge["purpose"],
  challenge: string,
): Promise<void> {
  const { challengeCookie, clock } = services;
  const sessionHash = purpose === "sign-in" ? undefined : session?.sessionHash;
  const newChallenge = {
    purpose,
    challenge,
    startedAt: clock.now(),
    ...(sessionHash !== undefined && { sessionHash }),
  };
  responseHeaders.append("Set-Cookie", await challengeCookie.keep(newChallenge));
}

/**
 * Returns the challenge of this browser for this purpose, and marks it as used. Throws if this browser has no such
 * challenge, or if the challenge was already used or is too old.
 */
export async function takeChallenge(context: Context, purpose: Challenge["purpose"]): Promise<string> {
  const { services, session, requestHeaders, responseHeaders } = context;
  const { challengeCookie, clock, store } = services;
  const storedChallenge = await challengeCookie.read(requestHeaders.get("cookie"));
  responseHeaders.append("Set-Cookie", challengeCookie.clear());
  const sessionHash = purpose === "sign-in" ? undefined : session?.sessionHash;
  const isOurs = storedChallenge?.purpose === purpose && storedChallenge.sessionHash === sessionHash;
  const hash = createHash("sha256")
    .update(storedChallenge?.challenge ?? "")
    .digest("hex");
  if (
    !storedChallenge ||
    !isOurs ||
    !(await store.factors.redeemChallenge(hash, storedChallenge.startedAt + maxChallengeMs, clock.now()))
  ) {
    throw new AppError("invalid_request", "This took too long, or was started again in another tab. Start again.", {
      status: 409,
    });
  }
  return storedChallenge.challenge;
}
