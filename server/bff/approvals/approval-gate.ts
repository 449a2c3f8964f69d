import type { ApprovalRules } from "#lib/contract/access/approval-policy.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { ApprovalReason } from "#lib/contract/values/operations/approval-states.ts";
import { reasonSentence } from "#lib/format/approval-sentences.ts";
import { fittingContractValues, isSameContractValue } from "#lib/format/contract-value-name.ts";
import { type KnownValueServices, knownContractValues } from "#server/bff/contracts/list-contract-values.ts";
import type { ApprovalGate, ApprovalParts, ApprovalSource, WantedWrite } from "#server/bff/core/approval-gate.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { shownName } from "#server/bff/core/person-names.ts";
import {
  type AccountLink,
  type AccountLinks,
  createAccountCheck,
  unlinkedFrom,
} from "#server/bff/store/approvals/account-links.ts";
import type { WriteGuard } from "#server/bff/store/operations/operation-recording.ts";
import { approvalEvent } from "./approval-event.ts";
import { newApproval, wantedRun } from "./new-approval.ts";

/**
 * The plans or terms of rules that match no known value. A rule with such a plan applies to every change of a plan, and
 * a rule with such a term to every change of a term.
 */
export const unknownRuleValues = (member: "plan" | "term", ruled: readonly string[], known: readonly string[]) =>
  ruled.filter((value) => fittingContractValues(member, value, known).length === 0);

/** The approval rule that applies to the new plan or term of a change, as a list. Empty if no rule applies. */
function valueReason(
  member: "plan" | "term",
  ruled: readonly string[],
  known: readonly string[],
  { changes }: WantedWrite,
): ApprovalReason[] {
  const wantedValues = changes.flatMap((change) => change[member] ?? []);
  if (wantedValues.some((value) => ruled.some((one) => isSameContractValue(member, one, value)))) return [member];
  const isUnclear = wantedValues.length > 0 && unknownRuleValues(member, ruled, known).length > 0;
  return isUnclear ? [member === "plan" ? "unknown-plan-rule" : "unknown-term-rule"] : [];
}

/** The rules that apply to a write regardless of the person's earlier writes. */
function plainReasons(
  rules: ApprovalRules,
  wanted: WantedWrite,
  known: { plans: readonly string[]; terms: readonly string[] },
): ApprovalReason[] {
  const { kind, rows, isPlanned } = wanted;
  const reasons: ApprovalReason[] = [];
  if (kind === "change" && rules.singleChanges) reasons.push("single-changes");
  if ((kind === "planned" || isPlanned) && rules.plannedChanges) reasons.push("planned-changes");
  if (kind === "import" && rules.imports) reasons.push("imports");
  reasons.push(...valueReason("plan", rules.plans, known.plans, wanted));
  reasons.push(...valueReason("term", rules.terms, known.terms, wanted));
  if (kind === "bulk" && rules.bulkRows !== null && rows >= rules.bulkRows) reasons.push("bulk-rows");
  return reasons;
}

const required = (reasons: readonly ApprovalReason[]) =>
  new AppError(
    "approval_required",
    `${reasons.map(reasonSentence).join(" ")} Request approval by a second person. Nothing was sent.`,
  );

const linkVerbs = {
  "client.created": "made the API key",
  "staff.invited": "invited",
  "staff.reset": "reset the sign-in of",
  "staff.enabled": "enabled",
  "staff.changed": "changed the role or the environments of",
} as const satisfies Record<AccountLink["action"], string>;

const minuteOf = (ms: number) => `${new Date(ms).toISOString().slice(0, 16).replace("T", " ")} UTC`;

/** A sentence about how two accounts are linked, and when the link ends. */
function linkWords(
  { names }: AccountLinks,
  links: readonly AccountLink[],
  { staffID, from, part }: { staffID: string; from: number | null; part: "requested or edited" | "approved" },
): string {
  const nameOf = (accountID: string) => names.get(accountID) ?? "a former account";
  const [only] = links;
  if (links.length === 1 && only?.action === "client.created" && only.byID === staffID) {
    return `it was ${part} with the API key ${nameOf(only.accountID)}, which you made.`;
  }
  const facts = links.map(({ byID, accountID, action, at }) => {
    const day = at === null ? "" : ` on ${new Date(at).toISOString().slice(0, 10)}`;
    return `${nameOf(byID)} ${linkVerbs[action]} ${nameOf(accountID)}${day}`;
  });
  const end = from === null ? "" : ` This ends at ${minuteOf(from)}.`;
  return `one person could be behind your account and the one that ${part} it, because ${facts.join(" and ")}.${end}`;
}

/** Implements the approval gate with the policy (docs/decisions/0040-approvals.md) and the stored approval requests. */
export function createApprovalGate(
  services: KnownValueServices & Pick<CoreServices, "store" | "clock">,
  sources: readonly ApprovalSource[],
): ApprovalGate {
  const { store, clock } = services;
  type Counting = Parameters<typeof store.approvalPolicy.changesOf>[2];

  async function reasonsOf(wanted: WantedWrite, on?: Counting): Promise<ApprovalReason[]> {
    const { environment, staffID, kind, rows, subjectID } = wanted;
    const rules = (await store.approvalPolicy.read(on))[environment];
    const hasValues = rules.plans.length + rules.terms.length > 0;
    const knownValues = hasValues ? await knownContractValues(services, environment, on) : { plans: [], terms: [] };
    const reasons = plainReasons(rules, wanted, knownValues);
    if (reasons.length > 0 || rules.bulkRows === null || kind === "import") return reasons;
    const who = { environment, staffID, exceptID: subjectID };
    const before = await store.approvalPolicy.changesOf(who, clock.now(), on);
    return before + rows >= rules.bulkRows ? ["rows-in-24-hours"] : [];
  }

  const counted =
    (wanted: WantedWrite): WriteGuard =>
    async (transaction) => {
      const reasons = await reasonsOf(wanted, transaction);
      if (reasons.length > 0) throw required(reasons);
      return true;
    };

  /** A sentence about how an account is linked to one of the other accounts. Undefined if there is no such link. */
  async function linkedWords(staffID: string, others: readonly string[], part: "requested or edited" | "approved") {
    const nowMs = clock.now();
    const accountLinks = await store.approvalPolicy.accountLinks(nowMs);
    const check = createAccountCheck(accountLinks, nowMs);
    for (const other of others) {
      const links = check.linkBetween(staffID, other);
      if (!links) continue;
      return linkWords(accountLinks, links, {
        staffID,
        from: unlinkedFrom(accountLinks, staffID, others, nowMs),
        part,
      });
    }
    return undefined;
  }

  async function otherPersonRefusal({ staffID }: { staffID: string }, { requesters, editors = [] }: ApprovalParts) {
    const isOf = (people: readonly { staffID: string }[]) => people.some((person) => person.staffID === staffID);
    const others = [...requesters, ...editors].map((person) => person.staffID);
    const why = isOf(requesters)
      ? "you requested it, or you run it."
      : isOf(editors)
        ? "you have edited it."
        : await linkedWords(staffID, others, "requested or edited");
    return why === undefined
      ? undefined
      : new AppError("other_person_required", `Another person has to decide this: ${why}`);
  }

  return {
    reasons: reasonsOf,
    guard: counted,
    async assertReleased(wanted) {
      const { environment, kind, subjectID, staffID } = wanted;
      const latest = await store.approvals.latestOf({ environment, kind, subjectID }, clock.now());
      const isAsked = latest?.state === "waiting" || latest?.state === "rejected";
      const reasons = isAsked ? (["requested"] as const) : await reasonsOf(wanted);
      if (reasons.length === 0 && latest?.state !== "approved") return counted(wanted);
      const subject = await sources.find((source) => source.kind === kind)?.describe(environment, subjectID);
      if (latest?.state !== "approved" || latest.digest !== subject?.digest) {
        if (reasons.length > 0) throw required(reasons);
        return counted(wanted);
      }
      // Two people must take part, so the person who approved the request may not start its changes.
      if (latest.decidedBy && !latest.isEmergency) {
        if (latest.decidedBy.staffID === staffID) {
          throw new AppError("other_person_required", "You have approved this, so another person has to start it.");
        }
        const why = await linkedWords(staffID, [latest.decidedBy.staffID], "approved");
        if (why !== undefined) {
          throw new AppError("other_person_required", `Another person has to start this: ${why}`);
        }
      }
      return undefined;
    },
    requestOnBehalf(subject, { kind, subjectID, ...by }) {
      const { rows, changes, isPlanned } = subject;
      const { staffID } = by.requestedBy;
      const write = { environment: by.environment, staffID, kind, rows, changes, isPlanned, subjectID };
      return async (transaction) => {
        const why = await reasonsOf(write, transaction);
        if (why.length === 0) return true;
        const approval = newApproval(wantedRun(kind, subjectID, subject, why), by, clock.now());
        const event = approvalEvent({ actor: { kind: "console" } }, "approval.requested", approval, { why });
        await store.approvals.requestIn(transaction, approval, event);
        return true;
      };
    },
    otherPersonRefusal,
    async lapsed({ environment, kind, subjectID }) {
      const nowMs = clock.now();
      const latest = await store.approvals.latestOf({ environment, kind, subjectID }, nowMs);
      if (latest?.state !== "approved" || !latest.decidedBy) return undefined;
      const { staffID } = latest.decidedBy;
      const right = { staffID, permission: "approvals.decide", environment } as const;
      if (await store.staff.hasPermission(right, nowMs)) return undefined;
      const done = latest.isEmergency ? "released this in an emergency" : "approved this";
      const name = await shownName(store.staff, latest.decidedBy);
      return `${name}, who ${done}, may no longer change anything in ${environment}. Another person has to approve it.`;
    },
  };
}
