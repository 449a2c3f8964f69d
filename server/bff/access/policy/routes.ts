import {
  type AccessPolicy,
  acknowledgementSchema,
  breakGlassAnswerSchema,
  type PolicyAnswer,
  type PolicyChange,
  policyAnswerSchema,
  policyChangeSchema,
} from "#lib/contract/access/policy.ts";
import {
  newTicketPolicySchema,
  type TicketPolicy,
  type TicketPolicyAnswer,
  ticketPolicyAnswerSchema,
} from "#lib/contract/access/ticket-policy.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { writeSubjects } from "#lib/operation-kinds/write-subjects.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import { readPersonNames } from "#server/bff/core/person-names.ts";
import { routeWith } from "#server/bff/core/route.ts";
import type { PolicyChanged } from "#server/bff/store/access/policy.ts";
import type { ActiveSession } from "#server/bff/store/sessions.ts";
import type { PolicyServices } from "./policy-services.ts";

const route = routeWith<PolicyServices>();

/** How long an unacknowledged use of break-glass is shown to administrators, in milliseconds. */
export const shownMs = 30 * 24 * 60 * 60_000;

/**
 * The routes of the sign-in policy, part of the route table. The policy is one row of the store
 * (server/bff/store/access/policy.ts). A request to change the policy contains the version that the person saw. Changes
 * of the policy and of administrators take the same lock, so they run one after the other. A use of break-glass is an
 * event of the audit log, and a banner shows unacknowledged uses.
 */
export const policyRoutes = [
  route({
    method: "GET",
    path: "/api/policy",
    about: "The sign-in policy, and the people who can be the break-glass administrator.",
    policy: "policy.manage",
    input: {},
    answer: policyAnswerSchema,
    handler: ({ services, session }) => getPolicy(services, session),
  }),
  route({
    method: "PUT",
    path: "/api/policy",
    about: "Changes the sign-in policy. Refuses a policy with which nobody could sign in.",
    policy: "policy.manage",
    dangerous: true,
    input: { body: policyChangeSchema },
    answer: policyAnswerSchema,
    errors: ["policy_changed"],
    async handler(context, { body: { breakGlassStaffID, ...rest } }) {
      const { services, session } = context;
      if (rest.ssoRequired && services.ssoProviders.choices().length === 0) {
        throw impossible("ssoRequired", "No provider of single sign-on is configured.");
      }
      const newPolicy: AccessPolicy = { ...rest, ...(breakGlassStaffID !== undefined && { breakGlassStaffID }) };
      const changed = await services.store.accessPolicy.change(
        newPolicy,
        ({ before, after }) => ({
          ...auditSource(context),
          action: "policy.changed",
          outcome: "done",
          target: { kind: "policy", id: "access" },
          before,
          after,
        }),
        services.clock.now(),
      );
      const policy = requireChanged(changed);
      return getPolicy(services, session, policy);
    },
  }),
  route({
    method: "GET",
    path: "/api/policy/tickets",
    about: "The policy for tickets and reasons.",
    policy: "policy.manage",
    input: {},
    answer: ticketPolicyAnswerSchema,
    handler: ({ services }) => getTicketPolicy(services),
  }),
  route({
    method: "PUT",
    path: "/api/policy/tickets",
    about: "Changes which actions require a ticket or a reason. Takes effect with the next write.",
    policy: "policy.manage",
    dangerous: true,
    input: { body: newTicketPolicySchema(writeSubjects) },
    answer: ticketPolicyAnswerSchema,
    errors: ["policy_changed"],
    async handler(context, { body }) {
      const { services } = context;
      const changed = await services.store.ticketPolicy.change(
        body,
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
      if (!changed)
        throw new AppError("policy_changed", "Somebody else has changed the policy. Check it and try again.");
      return getTicketPolicy(services, changed);
    },
  }),
  route({
    method: "GET",
    path: "/api/policy/break-glass",
    about:
      "Lists the uses of break-glass that no second administrator has acknowledged. The pages of administrators request this list in the background.",
    policy: "policy.manage",
    everyEnvironment: true,
    input: {},
    answer: breakGlassAnswerSchema,
    countsAsActivity: false,
    async handler({ services, session }) {
      const nowMs = services.clock.now();
      const uses = await services.store.accessPolicy.breakGlassUses(nowMs - shownMs);
      const named = await readPersonNames(services.store.staff, uses ? [uses.staffID] : []);
      return {
        ...(uses && {
          uses: { ...named(uses), at: new Date(uses.at).toISOString(), isOwn: uses.staffID === session.staff.staffID },
        }),
        asOf: new Date(nowMs).toISOString(),
      };
    },
  }),
  route({
    method: "POST",
    path: "/api/policy/break-glass/acknowledge",
    about:
      "Acknowledges all uses up to the given one. Nobody can acknowledge their own use. API clients cannot acknowledge any use. Otherwise people could acknowledge their own use with an API key.",
    policy: "policy.manage",
    peopleOnly: true,
    input: { body: acknowledgementSchema },
    answer: "nothing",
    async handler(context, { body: { sequence } }) {
      const { services, session } = context;
      const nowMs = services.clock.now();
      const uses = await services.store.accessPolicy.breakGlassUses(nowMs - shownMs);
      const acknowledged = await services.store.accessPolicy.acknowledgedUpTo();
      if (sequence > Math.max(uses?.sequence ?? 0, acknowledged)) {
        const message = "is newer than the newest use: read the uses again";
        throw new AppError("invalid_request", `Nothing was acknowledged: the number ${sequence} ${message}.`, {
          errors: [{ field: "sequence", message }],
        });
      }
      // Another administrator has just acknowledged these uses.
      if (!uses || sequence <= acknowledged) return;
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
    },
  }),
] as const;

/** Returns the policy and the values to which it can be changed. */
async function getPolicy(
  services: PolicyServices,
  { isClient, hasSecondFactor, sso }: ActiveSession,
  known?: AccessPolicy,
): Promise<PolicyAnswer> {
  const { store, ssoProviders, clock } = services;
  return {
    policy: known ?? (await store.accessPolicy.read()),
    candidates: await store.accessPolicy.candidates(),
    providers: ssoProviders.choices(),
    ownFactor: isClient || hasSecondFactor ? "present" : sso ? "missing-at-provider" : "missing",
    asOf: new Date(clock.now()).toISOString(),
  };
}

function requireChanged(changed: PolicyChanged): AccessPolicy {
  switch (changed.result) {
    case "changed":
      return changed.policy;
    case "moved":
      throw new AppError("policy_changed", "Somebody else has changed the policy. Check it and try again.");
    case "no break-glass":
      throw impossible(
        "breakGlassStaffID",
        "Name a break-glass administrator first, who can sign in while the provider does not respond.",
      );
    case "not a candidate":
      throw impossible(
        "breakGlassStaffID",
        "Choose an active administrator who signs in with a password, not by single sign-on.",
      );
  }
}

function impossible(field: keyof PolicyChange, message: string): AppError {
  return new AppError("invalid_request", `${message} Nothing was changed.`, { errors: [{ field, message }] });
}

/** Returns which actions require a ticket or a reason, and the configured rules for tickets. */
async function getTicketPolicy(services: PolicyServices, known?: TicketPolicy): Promise<TicketPolicyAnswer> {
  const { pattern, example, url } = services.ticketRules;
  return {
    policy: known ?? (await services.store.ticketPolicy.read()),
    ...(pattern !== undefined && { pattern }),
    ...(example !== undefined && { example }),
    ...(url !== undefined && { url }),
    asOf: new Date(services.clock.now()).toISOString(),
  };
}
