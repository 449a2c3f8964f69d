"use client";

import { useId, useState } from "react";
import { ConfirmedDialog } from "#components/forms/confirmed-dialog.tsx";
import { inputClass, TextField } from "#components/forms/text-field.tsx";
import { useConfirmedChange } from "#components/forms/use-confirmed-change.ts";
import { announce } from "#components/ui/announcer.tsx";
import { firstFocusProps } from "#components/ui/dialog/dialog.tsx";
import { EnvironmentMark } from "#components/ui/environment/environment-mark.tsx";
import { consoleNowMs } from "#lib/console-clock.ts";
import type { AttentionItem } from "#lib/contract/console/attention.ts";
import { api } from "#lib/paths.ts";
import { attentionQueryKey } from "#lib/query/console/attention-count.ts";
import { writeJson } from "#lib/requests/fetch-json.ts";
import { attentionTexts, snoozeTexts as texts } from "./texts.ts";

const hourMs = 3_600_000;

/** Postpones an item for everybody, with a reason. */
export function SnoozeDialog({ item, onClose }: { item: AttentionItem; onClose: () => void }) {
  const formID = useId();
  const inputOf = { reason: `${formID}-reason`, until: `${formID}-until` };
  const [hours, setHours] = useState<number>(texts.durations[1].hours);
  const [reason, setReason] = useState("");
  const change = useConfirmedChange({ inputOf, queryKey: attentionQueryKey });
  const { id, environment, kind, title } = item;
  const submit = () =>
    change.run(async () => {
      const until = new Date(consoleNowMs() + hours * hourMs).toISOString();
      await writeJson("POST", api.attentionSnooze(id), { item: "object" }, { environment, kind, until, reason });
      announce(attentionTexts.done(title));
      onClose();
    });
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
      <div className="flex flex-col gap-1">
        <label htmlFor={inputOf.until} className="font-medium text-table">
          {texts.until}
        </label>
        <select
          id={inputOf.until}
          className={inputClass}
          value={hours}
          onChange={({ target }) => setHours(Number(target.value))}
        >
          {texts.durations.map((one) => (
            <option key={one.hours} value={one.hours}>
              {one.label}
            </option>
          ))}
        </select>
      </div>
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
