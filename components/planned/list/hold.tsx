"use client";

import { useState } from "react";
import { ConfirmedDialog } from "#components/forms/confirmed-dialog.tsx";
import { TextField } from "#components/forms/text-field.tsx";
import { useConfirmedChange } from "#components/forms/use-confirmed-change.ts";
import { holdTexts as texts } from "#components/planned/texts.ts";
import { announce } from "#components/ui/announcer.tsx";
import { Button } from "#components/ui/button.tsx";
import { EnvironmentBadge } from "#components/ui/environment/environment-badge.tsx";
import { CirclePause, CirclePlay } from "#components/ui/icon/icons.tsx";
import { useSession } from "#components/ui/session.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import { may } from "#lib/contract/access/permissions.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { PlannedHold } from "#lib/contract/operations/planned.ts";
import { holdPlanned } from "#lib/query/operations/planned.ts";
import { plannedKey } from "#lib/query/operations/planned-key.ts";

interface HoldDialogProps {
  environment: Environment;
  /** True if the dialog freezes planned changes. False if it releases them. */
  held: boolean;
  onClose: () => void;
}

function HoldDialog({ environment, held, onClose }: HoldDialogProps) {
  const [reason, setReason] = useState("");
  const change = useConfirmedChange({ queryKey: plannedKey(environment) });
  const submit = () =>
    change.run(async () => {
      await holdPlanned(environment, { held, ...(reason.trim() !== "" && { reason: reason.trim() }) });
      announce(held ? texts.wasHeld : texts.wasReleased);
      onClose();
    });
  return (
    <ConfirmedDialog
      change={change}
      title={held ? texts.title(environment) : texts.releaseTitle(environment)}
      detail={<EnvironmentBadge environment={environment} />}
      failed={held ? texts.failed : texts.releaseFailed}
      submit={held ? texts.confirm : texts.releaseConfirm}
      cancel={{ label: texts.cancel, onClick: onClose, isFirst: true }}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p>{held ? texts.explained : texts.releaseExplained}</p>
      <TextField
        id="hold-reason"
        label={texts.reason}
        error={undefined}
        maxLength={500}
        autoComplete="off"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </ConfirmedDialog>
  );
}

const useMayHold = () => may(useSession().staff.role, "planned.hold");

/** The button that freezes planned changes. Shown to administrators while planned changes are not frozen. */
export function HoldAllButton({ environment, hold }: { environment: Environment; hold: PlannedHold | undefined }) {
  const [isOpen, setOpen] = useState(false);
  const mayHold = useMayHold();
  return (
    <>
      {mayHold && hold?.held === false && (
        <Button variant="quiet" onClick={() => setOpen(true)}>
          <CirclePause aria-hidden className="size-4" />
          {texts.hold}
        </Button>
      )}
      {isOpen && <HoldDialog environment={environment} held onClose={() => setOpen(false)} />}
    </>
  );
}

/** Says who froze the planned changes, and why. Administrators also get a button that releases them. */
export function HoldBanner({ environment, hold }: { environment: Environment; hold: PlannedHold | undefined }) {
  const [isOpen, setOpen] = useState(false);
  const mayHold = useMayHold();
  return (
    <>
      {hold?.held && (
        <section
          role="status"
          className="flex flex-wrap items-start gap-x-4 gap-y-2 rounded-base border border-caution/40 bg-caution-soft px-4 py-3"
        >
          <div className="flex min-w-0 flex-1 basis-72 gap-2.5">
            <CirclePause aria-hidden className="mt-0.5 size-4 shrink-0 text-caution" />
            <div className="min-w-0">
              <p className="font-semibold">{texts.isHeld(environment)}</p>
              <p className="text-table wrap-anywhere">
                {hold.by && texts.by(hold.by.name || hold.by.email)}
                {hold.since !== undefined && (
                  <>
                    {" "}
                    {texts.since} <Timestamp value={hold.since} detail="minute" />
                  </>
                )}
                {hold.reason !== undefined && (
                  <>
                    : <bdi>{hold.reason}</bdi>
                  </>
                )}
              </p>
            </div>
          </div>
          {mayHold && (
            <Button onClick={() => setOpen(true)}>
              <CirclePlay aria-hidden className="size-4" />
              {texts.release}
            </Button>
          )}
        </section>
      )}
      {isOpen && <HoldDialog environment={environment} held={false} onClose={() => setOpen(false)} />}
    </>
  );
}
