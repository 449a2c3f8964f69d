"use client";

import { useState } from "react";
import { AccessFields } from "#components/forms/access-fields.tsx";
import { ConfirmedDialog, ResultDialog } from "#components/forms/confirmed-dialog.tsx";
import { useConfirmedChange } from "#components/forms/use-confirmed-change.ts";
import { Button } from "#components/ui/button.tsx";
import type {
  OneTimeLink,
  StaffAnswer,
  StaffChange,
  StaffLinkAnswer,
  StaffMember,
} from "#lib/contract/access/staff.ts";
import { api } from "#lib/paths.ts";
import { staffQueryKey } from "#lib/query/console/staff.ts";
import { writeJson } from "#lib/requests/fetch-json.ts";
import { LinkShown } from "./link-shown.tsx";
import { staffTexts as texts } from "./texts.ts";

interface ManageDialogProps {
  person: StaffMember;
  /** True if this is the person's own account. A person's own account cannot be disabled or reset here. */
  isOwn: boolean;
  onClose: () => void;
}

/** The actions that an administrator can take on a person. Actions that lock the person out ask for confirmation. */
export function ManageDialog({ person, isOwn, onClose }: ManageDialogProps) {
  const { staffID, name, state } = person;
  const email = person.emailUnverified ? `${person.email} ${texts.emailUnverified}` : person.email;
  const [access, setAccess] = useState({ role: person.role, environments: person.environments });
  const [confirming, setConfirming] = useState<"reset" | "disable">();
  const [link, setLink] = useState<OneTimeLink>();
  const confirmed = useConfirmedChange({ queryKey: staffQueryKey });
  const { run, isBusy } = confirmed;
  const change = (body: StaffChange) =>
    run(async () => {
      await writeJson<StaffAnswer>("PATCH", api.staffMember(staffID), { staff: "object" }, body);
      onClose();
    });
  const openLink = (step: "invite" | "reset") =>
    run(async () =>
      setLink(
        (
          await writeJson<StaffLinkAnswer>("POST", api.staffStep(staffID, step), {
            staff: "object",
            invitation: "object",
          })
        ).invitation,
      ),
    );
  const endSessions = () =>
    run(async () => {
      await writeJson<StaffAnswer>("POST", api.staffStep(staffID, "end-sessions"), { staff: "object" });
      onClose();
    });

  if (link) {
    return (
      <ResultDialog key="link" title={name} detail={email} close={texts.close} onClose={onClose}>
        <LinkShown link={link} />
      </ResultDialog>
    );
  }
  const title = { form: name, reset: texts.resetTitle, disable: texts.disableTitle }[confirming ?? "form"];
  const submit = { form: texts.save, reset: texts.resetNow, disable: texts.disableNow }[confirming ?? "form"];
  const send = {
    form: () => change(access),
    reset: () => openLink("reset"),
    disable: () => change({ state: "disabled" }),
  };
  return (
    <ConfirmedDialog
      title={title}
      detail={email}
      step={confirming ?? "form"}
      change={confirmed}
      failed={texts.failed}
      submit={submit}
      onSubmit={send[confirming ?? "form"]}
      cancel={{
        ...(confirming === undefined
          ? { label: texts.cancel, onClick: onClose }
          : { label: texts.back, onClick: () => setConfirming(undefined) }),
        isFirst: true,
      }}
      onClose={onClose}
    >
      {confirming === undefined ? (
        <>
          <AccessFields {...access} onChange={(changed) => setAccess({ ...access, ...changed })} />
          {!isOwn && (
            <div className="flex flex-wrap gap-2 border-line border-t pt-4">
              {state === "invited" && (
                <Button disabled={isBusy} onClick={() => openLink("invite")}>
                  {texts.newLink}
                </Button>
              )}
              {state === "active" && (
                <>
                  <Button disabled={isBusy} onClick={endSessions}>
                    {texts.endSessions}
                  </Button>
                  <Button onClick={() => setConfirming("reset")}>{texts.reset}</Button>
                </>
              )}
              {state === "disabled" ? (
                <Button disabled={isBusy} onClick={() => change({ state: "active" })}>
                  {texts.enable}
                </Button>
              ) : (
                <Button onClick={() => setConfirming("disable")}>{texts.disable}</Button>
              )}
            </div>
          )}
        </>
      ) : (
        <p className="wrap-anywhere">{confirming === "reset" ? texts.resetEffect(name) : texts.disableEffect(name)}</p>
      )}
    </ConfirmedDialog>
  );
}
