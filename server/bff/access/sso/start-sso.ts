import * as oidc from "openid-client";
import type { SsoStart } from "#lib/contract/access/sso.ts";
import { safeReturnTo } from "#lib/url-state/return-to.ts";
import { addressKey } from "#server/bff/access/limits/address-key.ts";
import { callbackAddress, redirectTo, type SsoAttempt, type SsoContext } from "./redirect.ts";
import { SsoRefusal } from "./sso-refusal.ts";

/** Sends the browser to a provider for a sign-in, or to confirm the identity of the signed-in person. */
export async function startSso({ context, input }: { context: SsoContext; input: SsoStart }): Promise<undefined> {
  const { services, session, responseHeaders } = context;
  const isStepUp = input.stepUp === "true";
  const attempt: SsoAttempt = { returnTo: safeReturnTo(input.return), isStepUp };
  return redirectTo(context, attempt, async () => {
    await services.writeLimit.countSsoStart(addressKey(context.address ?? "unknown"));
    if (isStepUp && !session?.sso) throw new SsoRefusal("session_ended");
    const provider = services.ssoProviders.find(isStepUp ? session?.sso?.provider : input.provider);
    if (!provider) throw new SsoRefusal("unknown_provider");
    const { name, scopes } = provider.env;
    attempt.provider = name;
    const configuration = await provider.configuration();
    const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()];
    const address = oidc.buildAuthorizationUrl(configuration, {
      redirect_uri: callbackAddress(services),
      scope: scopes,
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      // Some providers support only `max_age`, and others support only `prompt`. Both parameters ask for a new sign-in,
      // so both are sent.
      ...(isStepUp && { max_age: "0", prompt: "login" }),
    });
    const round = {
      provider: name,
      state,
      nonce,
      verifier,
      returnTo: attempt.returnTo,
      startedAt: services.clock.now(),
      ...(isStepUp && session && { stepUp: session.sessionHash }),
    };
    responseHeaders.append("Set-Cookie", await services.roundCookie.keep(round));
    return address.href;
  });
}
