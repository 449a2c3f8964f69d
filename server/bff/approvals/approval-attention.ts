import { createHash } from "node:crypto";
import type { Environment } from "#lib/contract/environment.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { pages } from "#lib/paths.ts";
import { type KnownValueServices, knownContractValues } from "#server/bff/contracts/list-contract-values.ts";
import type { AttentionSource, OpenItem } from "#server/bff/core/attention-source.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { StoredApproval } from "#server/bff/store/approvals/approval-rows.ts";
import { unknownRules } from "./approval-policy.ts";

type RuleServices = KnownValueServices & Pick<CoreServices, "store">;

/** How long everybody sees an emergency release that nobody has acknowledged, in milliseconds. */
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
    // The person who cannot settle this item: the requester or, for an emergency release, the person who released the
    // request.
    person: state === "emergency" ? (decidedBy ?? requestedBy) : requestedBy,
    // The accounts whose owners are not asked to settle this item, because they cannot: the account of the requester
    // and, for an emergency release, also the account that released the request.
    accountIDs: [requestedBy, ...(decidedBy ? [decidedBy] : [])].map(({ staffID }) => staffID),
    since: new Date(decidedAt ?? createdAt).toISOString(),
    href: pages.approval(environment, approvalID),
    cause: state,
  };
}

/**
 * Items for rules whose value matches no known value. Such a rule for plans applies to every change of a plan, and such
 * a rule for terms to every change of a term, until an administrator corrects it. If no plan is known, rules for plans
 * cannot be checked and get no item. The same is true of terms.
 */
async function unknownRuleItems(services: RuleServices, environment: Environment): Promise<OpenItem[]> {
  const rules = (await services.store.approvalPolicy.read())[environment];
  if (rules.plans.length + rules.terms.length === 0) return [];
  const knownValues = await knownContractValues(services, environment);
  return unknownRules(rules, knownValues)
    .filter(({ member }) => knownValues[`${member}s`].length > 0)
    .map(({ member, value }) => ({
      kind: "approval-rule",
      // A notification shows the ID and the title, so they must not contain typed text.
      id: `${member}-${createHash("sha256").update(value).digest("hex").slice(0, 16)}`,
      environment,
      title: `Approval rule for a ${member}`,
      change: { member, value },
      state: member,
      href: pages.policy(),
    }));
}

/**
 * The items for Attention: requests that wait for an approval, emergency releases that nobody has acknowledged, and
 * rules with unknown values.
 */
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
