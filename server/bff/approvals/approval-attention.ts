import { createHash } from "node:crypto";
import type { Environment } from "#lib/contract/environment.ts";
import { dayMs } from "#lib/contract/values/calendar.ts";
import { pages } from "#lib/paths.ts";
import { type KnownValueServices, knownContractValues } from "#server/bff/contracts/list-contract-values.ts";
import type { AttentionSource, OpenItem } from "#server/bff/core/attention-source.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { StoredApproval } from "#server/bff/store/approvals/approval-rows.ts";
import { unknownRules } from "./approval-policy.ts";

type RuleServices = KnownValueServices & Pick<CoreServices, "store">;

/** For how long everybody is told of an emergency that nobody has acknowledged. */
const emergencyForMs = 30 * dayMs;

function itemOf(approval: StoredApproval, state: "waiting" | "emergency"): OpenItem {
  const { approvalID, environment, request, requestedBy, decidedBy, decidedAt, createdAt } = approval;
  const { title, rows, customerID, change } = request;
  const { plan, term } = { plan: undefined, term: undefined, ...change };
  return {
    kind: "approval",
    id: approvalID,
    environment,
    title,
    state,
    ...(customerID !== undefined && { customerID }),
    ...(plan !== undefined && { change: { member: "plan" as const, value: plan } }),
    ...(term !== undefined && { change: { member: "term" as const, value: term } }),
    ...(rows > 1 && { customers: rows }),
    // Who cannot decide it: the one who requested it, or who released it alone.
    person: state === "emergency" ? (decidedBy ?? requestedBy) : requestedBy,
    // Everybody is told of an emergency, the requester too.
    accountIDs: [(state === "emergency" && decidedBy ? decidedBy : requestedBy).staffID],
    since: new Date(decidedAt ?? createdAt).toISOString(),
    href: pages.approval(environment, approvalID),
    cause: state,
  };
}

/**
 * Rules that no known value fits: each applies to every change of a plan or term until an administrator corrects it.
 * While nothing of that member was seen at all, nothing can be said of the rule.
 */
async function unknownRuleItems(services: RuleServices, environment: Environment): Promise<OpenItem[]> {
  const rules = (await services.store.approvalPolicy.read())[environment];
  if (rules.plans.length + rules.terms.length === 0) return [];
  const known = await knownContractValues(services, environment);
  return unknownRules(rules, known)
    .filter(({ member }) => known[`${member}s`].length > 0)
    .map(({ member, value }) => ({
      kind: "approval-rule",
      // Notifications name the ID and the title: neither carries what somebody has typed.
      id: `${member}-${createHash("sha256").update(value).digest("hex").slice(0, 16)}`,
      environment,
      title: `Approval rule for a ${member}`,
      change: { member, value },
      state: member,
      href: pages.policy(),
    }));
}

/** Requests that wait for a second person, what was released without one and nobody has acknowledged, and unclear rules. */
export function approvalAttention(services: RuleServices & Pick<CoreServices, "clock">): AttentionSource {
  const { store, clock } = services;
  return {
    name: "approvals",
    kinds: ["approval", "approval-rule"],
    async list({ environment }) {
      const nowMs = clock.now();
      const [waiting, emergencies, rules] = await Promise.all([
        store.approvals.waiting(environment, nowMs),
        store.approvals.emergencies(environment, nowMs - emergencyForMs, nowMs),
        unknownRuleItems(services, environment),
      ]);
      return {
        items: [
          ...waiting.map((approval) => itemOf(approval, "waiting")),
          ...emergencies.map((approval) => itemOf(approval, "emergency")),
          ...rules,
        ],
      };
    },
  };
}
