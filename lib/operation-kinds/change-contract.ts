import { isInProgress, outcomeOfDetail } from "#lib/contract/operation-outcome.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import { contractValueName } from "#lib/format/contract-value-name.ts";
import { pages } from "#lib/paths.ts";
import type { ContractChange, KindDescription, NextStep } from "./kind-description.ts";
import { requestText } from "./request-text.ts";
import { filledFormQuery, undoOfChange, undoQuery } from "./undo.ts";

const texts = {
  members: { plan: "Plan", term: "Term" },
  changePlan: (plan: string, company?: string) =>
    `Change plan${company === undefined ? "" : ` of ${company}`} to ${plan}`,
  changeTerm: (term: string, company?: string) =>
    `Change term${company === undefined ? "" : ` of ${company}`} to ${term}`,
  undo: "Undo…",
  changeAgain: "Change the contract on the customer's page",
  again: { plan: "Start again with this plan", term: "Start again with this term" },
} as const;

/** Describes the change with its requested value. Undefined if the request has no value. */
function change(request: Operation["request"], company?: string): string | undefined {
  const plan = requestText(request.plan);
  if (plan !== undefined) return texts.changePlan(contractValueName("plan", plan), company);
  const term = requestText(request.term);
  return term === undefined ? undefined : texts.changeTerm(contractValueName("term", term), company);
}

function contractChange({ request, before }: Pick<Operation, "request" | "before">): ContractChange {
  const member = "term" in request ? "term" : "plan";
  const value = request[member];
  return { member, before: before?.[member], value: typeof value === "string" ? value : undefined };
}

export const changeContractKind = {
  kind: "change-contract",
  route: "PATCH /api/:environment/customers/:customerID/contract",
  name: "Change contract",
  noun: "Contract change",
  plural: "Contract changes",
  action: (request) => change(request) ?? "Change contract",
  title: (request, company) =>
    change(request, company) ?? (company === undefined ? "Change contract" : `Change contract of ${company}`),
  permission: { name: "contracts.change", words: "change contracts" },
  ticketSubject: { subject: "contract-changes", name: "Contract changes" },
  sentences: {
    "awaiting-effect":
      "The API accepted the change. The contract does not show it yet. Switchboard checks again until it does, for up to a day. You can close this page.",
    verified: "Switchboard checked the contract after the change: the change is in effect.",
    succeeded: "The job succeeded.",
    accepted: "The API accepted the change.",
    resolved: "The API's response was lost. Switchboard checked and found the change in effect.",
    failed: "The API accepted the change, but the job failed.",
    "effect-not-seen":
      "The API accepted the change, but the last check did not show it in the contract. Switchboard does not check again. Check the customer before you change it again.",
    superseded:
      "The API accepted the change, and then a later change of the same value, before a check showed this one in force. Switchboard does not check it any more.",
  },
  howChecked: () => "Switchboard reads the customer's contract. If the change is in effect, the outcome is resolved.",
  values(operation) {
    const { member, before, value } = contractChange(operation);
    if (value === undefined) return [];
    return [{ name: texts.members[member], value, member, before: before ?? null, isMain: true }];
  },
  nextSteps({ operation, detail, customerID, isUndone }) {
    const { environment, state } = operation;
    if (customerID === undefined) return [];
    const outcome = outcomeOfDetail[detail];
    const steps: NextStep[] = [];
    const undo = isUndone ? undefined : undoOfChange(operation);
    if (undo) {
      const href = pages.customer(environment, customerID, undoQuery(undo));
      steps.push({ label: texts.undo, href, variant: "secondary", icon: "undo" });
    }
    // While the result is unknown, the panel about the unknown result offers the only next step.
    if (!isInProgress(outcome) && outcome !== "done" && state !== "unknown") {
      const { member, value } = contractChange(operation);
      const again =
        value === undefined
          ? { label: texts.changeAgain, href: pages.customer(environment, customerID) }
          : {
              label: texts.again[member],
              href: pages.customer(environment, customerID, filledFormQuery(member, value)),
              icon: "again" as const,
            };
      steps.push({ ...again, variant: "primary" });
    }
    return steps;
  },
  contractChange,
} as const satisfies KindDescription;
