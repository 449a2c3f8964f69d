"use client";

import { ConfirmedDialog } from "#components/forms/confirmed-dialog.tsx";
import { useConfirmedChange } from "#components/forms/use-confirmed-change.ts";
import { announce } from "#components/ui/announcer.tsx";
import { EnvironmentBadge } from "#components/ui/environment/environment-badge.tsx";
import type { ScheduledExport } from "#lib/contract/console/scheduled-export.ts";
import { deleteSchedule, scheduledExportsQueryOptions } from "#lib/query/operations/scheduled-exports.ts";
import { removeTexts as texts } from "./texts.ts";

/** Asks for confirmation, then deletes a scheduled export with its files. */
export function RemoveDialog({ schedule, onClose }: { schedule: ScheduledExport; onClose: () => void }) {
  const { environment } = schedule;
  const change = useConfirmedChange({ queryKey: scheduledExportsQueryOptions(environment).queryKey });
  const submit = () =>
    void change.run(async () => {
      await deleteSchedule(schedule);
      announce(texts.removed);
      onClose();
    });
  return (
    <ConfirmedDialog
      change={change}
      title={texts.title}
      detail={<EnvironmentBadge environment={environment} />}
      failed={texts.failed}
      submit={texts.remove}
      cancel={{ label: texts.cancel, onClick: onClose, isFirst: true }}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{texts.note}</p>
    </ConfirmedDialog>
  );
}
