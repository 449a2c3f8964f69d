import type { AttentionItem, AttentionKind } from "#lib/contract/console/attention.ts";
import type { ProposalKind } from "#lib/contract/values/operations/proposal-states.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { changeWords } from "#lib/known/history-texts.ts";
import { changeContractKind } from "#lib/operation-kinds/change-contract.ts";
import { importResultWords } from "./import-status-texts.ts";
import { operationKindName } from "./operation-texts.ts";

/** The reason why an item needs attention, in a few words. */
export const attentionKindNames: Readonly<Record<AttentionKind, string>> = {
  unknown: "Outcome unknown",
  restored: "Stopped by a restore",
  "planned-suspended": "Planned change suspended",
  "planned-missed": "Planned change missed",
  freeze: "Freeze",
  "stuck-job": "Job seems stuck",
  "export-stopped": "Scheduled export stopped",
  approval: "Needs approval",
  proposal: "Proposed by an assistant",
  "proposal-limit": "Assistant proposes too much",
  "approval-rule": "Approval rule: unknown value",
  "change-limit": "Change limit reached",
  "bulk-waiting": "Bulk change waiting",
  "import-waiting": "Import waiting",
  "handed-over": "Handed over",
  "failed-job": "Job failed",
  "failed-write": "Request failed",
  "export-failed": "Scheduled export failed",
  elsewhere: "Changed outside Switchboard",
};

/** What an assistant proposes. */
const proposals: Readonly<Record<ProposalKind, string>> = {
  change: "Assistant proposes a change",
  planned: "Assistant proposes a planned change",
  bulk: "Assistant proposes a bulk change",
  creation: "Assistant proposes a new customer",
  note: "Assistant proposes a note",
};

/** More precise reasons that depend on the item's state. */
const byState: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(proposals).map(([kind, text]) => [`proposal ${kind}`, text])),
  "approval-rule plan": "Approval rule: unknown plan",
  "approval-rule term": "Approval rule: unknown term",
  "change-limit emergency": "More changes released in an emergency",
  "freeze reverts": "End of a temporary change frozen",
  "freeze released": "Freeze ended early",
  "failed-write refused": "Refused by the API",
  "failed-write failed": "Sending failed",
  "export-failed not-sent": "Export not sent",
  "bulk-waiting checked": "Ready to start",
  "bulk-waiting approval-needed": "Approval not requested yet",
  "bulk-waiting first-done": "First customer done",
  "bulk-waiting paused": "Paused",
  "bulk-waiting finished": "Finished, some not changed",
  "import-waiting approval-needed": "Approval not requested yet",
  "import-waiting checked": "Ready to start",
  "import-waiting first-done": "First customer done",
  "import-waiting paused": "Paused",
  "import-waiting finished": "Finished, some failed",
  "elsewhere created": "Created outside Switchboard",
  "elsewhere deleted": "Deleted outside Switchboard",
  "elsewhere restored": "Restored outside Switchboard",
  "elsewhere taken-back": "A change of Switchboard was reverted",
};

export const attentionWords = ({ kind, state }: Pick<AttentionItem, "kind" | "state">): string =>
  byState[`${kind} ${state ?? ""}`] ?? attentionKindNames[kind];

const jobText = "Job";

/** The results of rows in words, such as `287 created, 4 failed`. */
const rowsText = (
  kind: AttentionKind,
  { done, failed, ...others }: NonNullable<AttentionItem["rows"]>,
  locale: string | undefined,
) =>
  kind === "import-waiting"
    ? importResultWords({ created: done, failed, ...others }, locale)
    : `${formatCount(done, locale)} done, ${formatCount(failed, locale)} not changed`;

/** The subject of an item without its customer, such as `Create customer` or `Change plan to Professional`. */
export function attentionSubject(
  { what, change, kind, changed, rows }: Pick<AttentionItem, "what" | "change" | "kind" | "changed" | "rows">,
  locale?: string,
): string {
  if (changed) return changed.map(changeWords).join(", ");
  const changeText = change && changeContractKind.action({ [change.member]: change.value });
  if (rows) return [changeText, rowsText(kind, rows, locale)].filter((part) => part !== undefined).join(" · ");
  if (changeText !== undefined) return changeText;
  return what === undefined ? (kind.endsWith("-job") ? jobText : "") : operationKindName(what);
}

/** The subject of an item and its person, in one line. Omits what the title of the item says already. */
export function attentionFacts(item: AttentionItem, locale?: string): string {
  const { title, person } = item;
  return [attentionSubject(item, locale), person?.name || person?.email || ""]
    .filter((fact) => fact !== "" && fact !== title)
    .join(" · ");
}
