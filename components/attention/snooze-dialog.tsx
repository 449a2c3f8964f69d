"use client";

import { useId, useState } from "react";
import { ItemDialog } from "#components/forms/item-dialog.tsx";
import { TextField } from "#components/forms/text-field.tsx";
import { enterTime, textProblem } from "#components/forms/time/entered-time.ts";
import { TimeField } from "#components/forms/time/time-field.tsx";
import { useConfirmedChange } from "#components/forms/use-confirmed-change.ts";
import { announce } from "#components/ui/announcer.tsx";
import { firstFocusProps } from "#components/ui/dialog/dialog.tsx";
import { useTimeZone } from "#components/ui/time/timestamp.tsx";
import { consoleNowMs } from "#lib/console-clock.ts";
import type { AttentionItem } from "#lib/contract/console/attention.ts";
import { api } from "#lib/paths.ts";
import { attentionQueryKey } from "#lib/query/console/attention-count.ts";
import { writeJson } from "#lib/requests/fetch-json.ts";
import { snoozeTexts as texts } from "./dialog-texts.ts";

/** A dialog that postpones an item for everybody, with a reason. */
export function SnoozeDialog({ item, onClose }: { item: AttentionItem; onClose: () => void }) {
  const formID = useId();
  const inputOf = { reason: `${formID}-reason`, until: `${formID}-until` };
  const zone = useTimeZone();
  const [until, setUntil] = useState(() => enterTime(texts.presets[0], zone, consoleNowMs()));
  const [wrong, setWrong] = useState<string>();
  const [reason, setReason] = useState("");
  const change = useConfirmedChange({ inputOf, queryKey: attentionQueryKey });
  const { id, environment, kind, title } = item;
  const submit = () => {
    const { reading } = until;
    setWrong(textProblem(until, consoleNowMs()));
    if (!reading) {
      document.getElementById(inputOf.until)?.focus();
      return;
    }
    void change.run(async () => {
      const body = { environment, kind, until: reading.at, reason };
      await writeJson("POST", api.attentionSnooze(id), { item: "object" }, body);
      announce(texts.done(title));
      onClose();
    });
  };
  return (
    <ItemDialog texts={texts} item={item} change={change} onSubmit={submit} onClose={onClose}>
      <TimeField
        id={inputOf.until}
        label={texts.until}
        value={until}
        onValue={setUntil}
        error={wrong ?? change.errorAt(inputOf.until)}
        presets={texts.presets}
        isZoneFixed
      />
      <TextField
        id={inputOf.reason}
        {...firstFocusProps}
        label={texts.reason}
        autoComplete="off"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        error={change.errorAt(inputOf.reason)}
      />
      <p className="-mt-3 text-fine text-ink-muted">{texts.reasonNote}</p>
    </ItemDialog>
  );
}
