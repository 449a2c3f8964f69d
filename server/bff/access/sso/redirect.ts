import type { SsoProblem } from "#lib/contract/access/sso.ts";
import { AppError, isAppError } from "#lib/contract/operations/app-error.ts";
import { pages } from "#lib/paths.ts";
import { addressKey } from "#server/bff/access/limits/address-key.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import { toAppError } from "#server/bff/core/answers/problem.ts";
import { describeCause, reportError } from "#server/bff/core/log/report-error.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { SsoRefusal } from "./sso-refusal.ts";
import type { SsoServices } from "./sso-services.ts";

export type SsoContext = RouteContext<"anyone", string, SsoServices>;

/**
 * Facts about a single sign-on attempt. If the attempt is refused, they are recorded with the refusal. `provider` is
 * added as soon as the provider is known. `returnTo` is the page to which the person returns.
 */
export interface SsoAttempt {
  provider?: string;
  returnTo: string;
  isStepUp: boolean;
}

/**
 * Redirects to the address that `run` returns. If `run` throws, redirects to the sign-in page, which shows the reason.
 * The browser navigates to this route, so no page could handle an error response.
 */
export async function redirectTo(
  context: SsoContext,
  attempt: SsoAttempt,
  run: () => Promise<string>,
): Promise<undefined> {
  let address: string;
  try {
    address = await run();
  } catch (error) {
    const problem = problemOf(context, error);
    await recordRefusal(context, attempt, problem, error);
    address = pages.signInProblem({ problem, provider: attempt.provider, returnTo: attempt.returnTo });
  }
  context.responseHeaders.set("Location", address);
}

function problemOf({ services, requestID }: SsoContext, error: unknown): SsoProblem {
  if (error instanceof SsoRefusal) return error.problem;
  if (isAppError(error) && (error.code === "too_many_writes" || error.code === "too_many_requests"))
    return "too_many_sign_ins";
  reportError(services.log, toAppError(error), { requestID, route: "single sign-on" });
  return "internal";
}

async function recordRefusal(
  context: SsoContext,
  { provider, isStepUp }: SsoAttempt,
  problem: SsoProblem,
  error: unknown,
): Promise<void> {
  const { services, session, address, requestID } = context;
  const facts = error instanceof SsoRefusal ? error.facts : {};
  const cause = error instanceof SsoRefusal && error.cause !== undefined ? describeCause(error.cause) : undefined;
  services.log.warn(
    { requestID, address, provider, problem, ...(cause && { error: cause }) },
    isStepUp ? "single sign-on: step-up refused" : "single sign-on: sign-in refused",
  );
  const who = isStepUp && session ? session.staff.staffID : addressKey(address ?? "unknown");
  const about = typeof facts.account === "string" ? facts.account : "";
  await services.refusals.record(`sso ${who} ${provider ?? ""} ${problem} ${about}`, {
    ...auditSource({ ...context, session: isStepUp ? session : null }),
    action: isStepUp ? "step-up" : "sign-in.failed",
    outcome: "failed",
    ...(about !== "" && { target: { kind: "account", id: about } }),
    after: { code: problem, method: "sso", ...(provider !== undefined && { provider }), ...facts },
  });
}

/** The console's own callback address. It is registered at the provider. */
export function callbackAddress({ origins }: SsoServices): string {
  const [origin] = origins.current();
  if (origin === undefined) throw new AppError("internal", "The console does not know its own address.");
  return `${origin}/api/sso/callback`;
}
