import type { SsoCallback } from "#lib/contract/access/sso.ts";
import { recentFactorMs } from "#lib/contract/console/session.ts";
import { addressKey } from "#server/bff/access/limits/address-key.ts";
import { beginSession } from "#server/bff/access/sessions/begin-session.ts";
import { lacksRequiredFactor } from "#server/bff/access/sessions/recent-factor.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import { type Claims, hasSecondFactor, needsUserInfo, requireAllowed, requireBounded } from "./claims.ts";
import { accountOf, identifyStaff } from "./identify-staff.ts";
import { exchangeCode, readUserInfo } from "./provider-answers.ts";
import type { SsoProvider } from "./providers.ts";
import { redirectTo, type SsoAttempt, type SsoContext } from "./redirect.ts";
import type { Round } from "./round-cookie.ts";
import { SsoRefusal } from "./sso-refusal.ts";

/** How far the clock of a provider may be ahead, in milliseconds. */
const maxAheadMs = 60_000;

/**
 * Handles the return of the browser from the provider. Signs the person in, or confirms their identity for a dangerous
 * route.
 */
export async function finishSso({ context, input }: { context: SsoContext; input: SsoCallback }): Promise<undefined> {
  const { services, requestHeaders, responseHeaders } = context;
  const round = await services.roundCookie.read(requestHeaders.get("cookie"));
  if (round) responseHeaders.append("Set-Cookie", services.roundCookie.clear());
  const attempt: SsoAttempt = { returnTo: round?.returnTo ?? "/", isStepUp: round?.stepUp !== undefined };
  if (round) attempt.provider = round.provider;
  return redirectTo(context, attempt, async () => {
    // A different `state` means that the callback belongs to a different tab, or that an attacker wants this browser to
    // accept it.
    if (!round || input.state !== round.state) throw new SsoRefusal("expired");
    await services.writeLimit.countSsoAnswer(addressKey(context.address ?? "unknown"));
    const provider = services.ssoProviders.find(round.provider);
    if (!provider) throw new SsoRefusal("unknown_provider");
    const { claims, idToken } = await readClaims(context, provider, round, input);
    requireBounded(claims);
    try {
      requireAllowed(idToken, provider.env);
      if (round.stepUp === undefined) await signIn(context, provider, claims);
      else await stepUp(context, round.stepUp, claims);
    } catch (error) {
      throw withAccount(error, accountOf(identityOf(claims)));
    }
    return round.returnTo;
  });
}

const identityOf = (claims: Claims) => ({ issuer: String(claims.iss), subject: String(claims.sub) });

/** Adds the account to a refusal, so that an administrator can find the person. */
function withAccount(error: unknown, account: string): unknown {
  if (!(error instanceof SsoRefusal)) return error;
  return new SsoRefusal(error.problem, { ...error.facts, account }, error.cause);
}

/** The claims of the verified ID token. If it does not contain all needed claims, the claims of userinfo are added. */
async function readClaims(
  { services }: SsoContext,
  provider: SsoProvider,
  round: Round,
  input: SsoCallback,
): Promise<{ claims: Claims; idToken: Claims }> {
  const configuration = await provider.configuration();
  const tokens = await exchangeCode(configuration, services, round, input);
  const idToken = tokens.claims() as Claims | undefined;
  if (!idToken) throw new SsoRefusal("invalid_response");
  const hasUserInfo = configuration.serverMetadata().userinfo_endpoint !== undefined;
  if (!hasUserInfo || !needsUserInfo(idToken, provider.env)) return { claims: idToken, idToken };
  const more = await readUserInfo(configuration, tokens.access_token, String(idToken.sub));
  return { claims: { ...more, ...idToken }, idToken };
}

/** When the person signed in, according to the provider. Null if the provider sends no plausible time. */
function authenticatedAt(claims: Claims, nowMs: number): number | null {
  const { auth_time: seconds } = claims;
  if (typeof seconds !== "number" || seconds <= 0) return null;
  const atMs = seconds * 1_000;
  return atMs > nowMs + maxAheadMs ? null : Math.min(atMs, nowMs);
}

async function signIn(context: SsoContext, provider: SsoProvider, claims: Claims): Promise<void> {
  const { services } = context;
  const { env } = provider;
  const identity = identityOf(claims);
  const staff = await identifyStaff({ context, provider: env, identity, claims });
  const secondFactor = hasSecondFactor(claims, env);
  if (await lacksRequiredFactor(services, { hasSecondFactor: secondFactor, staff })) {
    throw new SsoRefusal("second_factor_missing");
  }
  await services.writeLimit.countSignIn(staff.staffID);
  await beginSession(context, staff, {
    // Without a time from the provider, the sign-in proof is treated as old. Dangerous routes then need a new proof.
    factorAt: authenticatedAt(claims, services.clock.now()) ?? 0,
    sso: {
      provider: env.name,
      ...identity,
      secondFactor,
      sessionID: typeof claims.sid === "string" ? claims.sid.slice(0, 500) : null,
    },
    after: { method: "sso", provider: env.name },
  });
}

async function stepUp(context: SsoContext, sessionHash: string, claims: Claims): Promise<void> {
  const { services, session } = context;
  if (!session?.sso || session.sessionHash !== sessionHash) throw new SsoRefusal("session_ended");
  const { issuer, subject } = identityOf(claims);
  if (session.sso.issuer !== issuer || session.sso.subject !== subject) throw new SsoRefusal("another_person");
  const nowMs = services.clock.now();
  const atMs = authenticatedAt(claims, nowMs);
  if (atMs === null || nowMs - atMs >= recentFactorMs) throw new SsoRefusal("stale_auth_time");
  const event = { ...auditSource(context), action: "step-up", outcome: "done", after: { method: "sso" } } as const;
  await services.store.sessions.proveFactor(sessionHash, nowMs, event, { factorAt: atMs });
}
