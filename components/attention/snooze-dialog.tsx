"use client";

import { useId, useState } from "react";
import { ConfirmedDialog } from "#components/forms/confirmed-dialog.tsx";
import { TextField } from "#components/forms/text-field.tsx";
import { enterTime, textProblem } from "#components/forms/time/entered-time.ts";
import { TimeField } from "#components/forms/time/time-field.tsx";
import { useConfirmedChange } from "#components/forms/use-confirmed-change.ts";
import { announce } from "#components/ui/announcer.tsx";
import { firstFocusProps } from "#components/ui/dialog/dialog.tsx";
import { EnvironmentMark } from "#components/ui/environment/environment-mark.tsx";
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
    <ConfirmedDialog
      title={texts.title}
      detail={
        <span className="flex flex-wrap items-center gap-2">
          <EnvironmentMark environment={environment} />
          <bdi>{title}</bdi>
        </span>
      }
      change={change}
      failed={texts.failed}
      submit={texts.submit}
      onSubmit={submit}
      cancel={{ label: texts.cancel, onClick: onClose }}
      onClose={onClose}
    >
      <p className="text-table">{texts.explained}</p>
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
    </ConfirmedDialog>
  );
}
