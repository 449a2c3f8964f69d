"use client";

import { useId, useState } from "react";
import { ItemDialog } from "#components/forms/item-dialog.tsx";
import { TextField } from "#components/forms/text-field.tsx";
import { useConfirmedChange } from "#components/forms/use-confirmed-change.ts";
import { announce } from "#components/ui/announcer.tsx";
import { firstFocusProps } from "#components/ui/dialog/dialog.tsx";
import type { AttentionItem } from "#lib/contract/console/attention.ts";
import { handlingOf } from "#lib/contract/values/console/attention-kinds.ts";
import { api } from "#lib/paths.ts";
import { attentionQueryKey } from "#lib/query/console/attention-count.ts";
import { writeJson } from "#lib/requests/fetch-json.ts";
import { handleTexts as texts } from "./dialog-texts.ts";

/** A dialog that marks an item as handled for everybody. An item about a failure needs a reason. */
export function HandleDialog({ item, onClose }: { item: AttentionItem; onClose: () => void }) {
  const reasonID = useId();
  const [reason, setReason] = useState("");
  const change = useConfirmedChange({ inputOf: { reason: reasonID }, queryKey: attentionQueryKey });
  const { id, environment, kind, title } = item;
  const isReasonNeeded = handlingOf(item) === "with-reason";
  const submit = () =>
    change.run(async () => {
      const why = isReasonNeeded || reason.trim() !== "" ? { reason } : {};
      await writeJson("POST", api.attentionHandled(id), { item: "object" }, { environment, kind, ...why });
      announce(texts.done(title));
      onClose();
    });
  return (
    <ItemDialog texts={texts} item={item} change={change} onSubmit={submit} onClose={onClose}>
      <TextField
        id={reasonID}
        {...firstFocusProps}
        label={isReasonNeeded ? texts.reason : texts.reasonOptional}
        autoComplete="off"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        error={change.errorAt(reasonID)}
      />
      <p className="-mt-3 text-fine text-ink-muted">{texts.reasonNote}</p>
    </ItemDialog>
  );
}
