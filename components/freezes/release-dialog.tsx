"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { ConfirmedDialog } from "#components/forms/confirmed-dialog.tsx";
import { TextField } from "#components/forms/text-field.tsx";
import { useConfirmedChange } from "#components/forms/use-confirmed-change.ts";
import { announce } from "#components/ui/announcer.tsx";
import { EnvironmentBadge } from "#components/ui/environment/environment-badge.tsx";
import type { Freeze } from "#lib/contract/operations/freeze.ts";
import { maxFreezeReason } from "#lib/contract/values/operations/freeze-values.ts";
import { freezeQueryOptions, releaseFreeze } from "#lib/query/operations/freezes.ts";
import { plannedKey } from "#lib/query/operations/planned-key.ts";
import { releaseTexts as texts } from "./texts.ts";

/** Ends a freeze that is in force, or removes one that is not. Needs a reason and a recent proof of identity. */
export function ReleaseDialog({ freeze, onClose }: { freeze: Freeze; onClose: () => void }) {
  const { environment, freezeID, repeats, current } = freeze;
  const isInForce = current !== undefined;
  const reasonID = useId();
  const client = useQueryClient();
  const [reason, setReason] = useState("");
  const [onlyThisTime, setOnlyThisTime] = useState(isInForce && repeats !== undefined);
  const [isMissing, setMissing] = useState(false);
  const change = useConfirmedChange({ inputOf: { reason: reasonID }, queryKey: plannedKey(environment) });
  const submit = () => {
    setMissing(reason.trim() === "");
    if (reason.trim() === "") {
      document.getElementById(reasonID)?.focus();
      return;
    }
    void change.run(async () => {
      const answer = await releaseFreeze(environment, { freezeID, reason, onlyThisTime });
      client.setQueryData(freezeQueryOptions(environment).queryKey, answer);
      announce(isInForce ? texts.wasEnded : texts.wasRemoved);
      onClose();
    });
  };
  return (
    <ConfirmedDialog
      change={change}
      title={texts.title(environment, isInForce)}
      detail={<EnvironmentBadge environment={environment} />}
      failed={texts.failed}
      submit={isInForce ? texts.end : texts.remove}
      cancel={{ label: texts.cancel, onClick: onClose, isFirst: true }}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{isInForce ? texts.ends : texts.removes}</p>
      <TextField
        id={reasonID}
        label={texts.reason}
        error={change.errorAt(reasonID) ?? (isMissing ? texts.noReason : undefined)}
        maxLength={maxFreezeReason}
        autoComplete="off"
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      {isInForce && repeats !== undefined && (
        <label className="flex items-start gap-2">
          <input
            type="checkbox"
            className="mt-0.5 size-4 shrink-0"
            checked={onlyThisTime}
            onChange={({ target }) => setOnlyThisTime(target.checked)}
          />
          {texts.onlyThisTime}
        </label>
      )}
    </ConfirmedDialog>
  );
}
