import type { BreakGlassAnswer } from "#lib/contract/access/policy.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import type { PolicyServices } from "./policy-services.ts";

/** How long administrators see a use of break-glass that nobody acknowledged, in milliseconds. */
export const shownMs = 30 * 24 * 60 * 60_000;

type Context = RouteContext<"policy.manage", string, PolicyServices>;

/** Lists the uses of break-glass that no other administrator has acknowledged yet. */
export async function getBreakGlass({ services, session }: Context): Promise<BreakGlassAnswer> {
  const nowMs = services.clock.now();
  const uses = await services.store.accessPolicy.breakGlassUses(nowMs - shownMs);
  return {
    ...(uses && {
      uses: { ...uses, at: new Date(uses.at).toISOString(), isOwn: uses.staffID === session.staff.staffID },
    }),
    asOf: new Date(nowMs).toISOString(),
  };
}

/** Acknowledges all uses up to this one. A use must be acknowledged by an administrator other than its person. */
export async function acknowledgeBreakGlass(context: Context, sequence: number): Promise<void> {
  const { services, session } = context;
  const nowMs = services.clock.now();
  const uses = await services.store.accessPolicy.breakGlassUses(nowMs - shownMs);
  // Another administrator was faster.
  if (!uses || sequence > uses.sequence) return;
  if (uses.staffID === session.staff.staffID) {
    throw new AppError("forbidden", "Another administrator must acknowledge this: it was your own sign-in.");
  }
  await services.store.accessPolicy.acknowledge(sequence, nowMs, {
    ...auditSource(context),
    action: "break-glass.acknowledged",
    outcome: "done",
    target: { kind: "staff", id: uses.staffID },
    after: { upTo: sequence },
  });
}
