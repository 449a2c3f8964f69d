import type { Bulk } from "#lib/contract/operations/bulk.ts";
import { changedMember, changedValue } from "#lib/contract/values/operations/bulk-states.ts";
import { contractValueName } from "#lib/format/contract-value-name.ts";
import { trayTexts as texts } from "./tray-texts.ts";

/** The title of a bulk change in one line, such as `Bulk change: plan to Professional`. */
export function bulkTitle({ change, source }: Pick<Bulk, "change" | "source">): string {
  if (!change) return source.kind === "undo" ? texts.bulkUndo : texts.bulkOwn;
  const member = changedMember(change);
  return texts.bulk(member, contractValueName(member, changedValue(change)));
}
