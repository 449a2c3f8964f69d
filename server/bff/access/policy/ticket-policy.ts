import type { TicketPolicy, TicketPolicyAnswer } from "#lib/contract/access/ticket-policy.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import type { PolicyServices } from "./policy-services.ts";

type Context = RouteContext<"policy.manage", string, PolicyServices>;

/** Which actions require a ticket or a reason, and the configuration of tickets. */
export async function getTicketPolicy({ services }: Context, known?: TicketPolicy): Promise<TicketPolicyAnswer> {
  const { pattern, url } = services.ticketRules;
  return {
    policy: known ?? (await services.store.ticketPolicy.read()),
    ...(pattern !== undefined && { pattern }),
    ...(url !== undefined && { url }),
    asOf: new Date(services.clock.now()).toISOString(),
  };
}

/** Changes which actions require a ticket or a reason, from the next write on. */
export async function changeTicketPolicy(context: Context, wanted: TicketPolicy): Promise<TicketPolicyAnswer> {
  const { services } = context;
  const changed = await services.store.ticketPolicy.change(
    wanted,
    ({ before, after }) => ({
      ...auditSource(context),
      action: "policy.changed",
      outcome: "done",
      target: { kind: "policy", id: "tickets" },
      before,
      after,
    }),
    services.clock.now(),
  );
  if (!changed) throw new AppError("policy_changed", "Somebody else has changed the policy. Check it and try again.");
  return getTicketPolicy(context, changed);
}
