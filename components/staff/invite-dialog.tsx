"use client";

import { useId, useState } from "react";
import { AccessFields } from "#components/forms/access-fields.tsx";
import { ConfirmedDialog, ResultDialog } from "#components/forms/confirmed-dialog.tsx";
import { TextField } from "#components/forms/text-field.tsx";
import { useConfirmedChange } from "#components/forms/use-confirmed-change.ts";
import { firstFocusProps } from "#components/ui/dialog/dialog.tsx";
import type { OneTimeLink, StaffLinkAnswer } from "#lib/contract/access/staff.ts";
import type { Role } from "#lib/contract/console/session.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { environments as allEnvironments } from "#lib/contract/values/environments.ts";
import { api } from "#lib/paths.ts";
import { staffQueryKey } from "#lib/query/console/staff.ts";
import { writeJson } from "#lib/requests/fetch-json.ts";
import { LinkShown } from "./link-shown.tsx";
import { staffTexts as texts } from "./texts.ts";

interface Given {
  name: string;
  email: string;
  role: Role;
  environments: Environment[];
}

/** A dialog that invites a person. The invitation link is shown only once. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const formID = useId();
  const inputOf = { name: `${formID}-name`, email: `${formID}-email` };
  const [given, setGiven] = useState<Given>({
    name: "",
    email: "",
    role: "viewer",
    environments: [...allEnvironments],
  });
  const [link, setLink] = useState<OneTimeLink>();
  const change = useConfirmedChange({ inputOf, queryKey: staffQueryKey });
  const submit = () =>
    change.run(async () =>
      setLink(
        (await writeJson<StaffLinkAnswer>("POST", api.staff(), { staff: "object", invitation: "object" }, given))
          .invitation,
      ),
    );
  if (link) {
    return (
      <ResultDialog key="link" title={texts.inviteTitle} detail={given.email} close={texts.close} onClose={onClose}>
        <LinkShown link={link} />
      </ResultDialog>
    );
  }
  return (
    <ConfirmedDialog
      title={texts.inviteTitle}
      change={change}
      failed={texts.failed}
      submit={texts.inviteButton}
      onSubmit={submit}
      cancel={{ label: texts.cancel, onClick: onClose }}
      onClose={onClose}
    >
      <TextField
        id={inputOf.name}
        {...firstFocusProps}
        label={texts.name}
        autoComplete="off"
        value={given.name}
        onChange={(event) => setGiven({ ...given, name: event.target.value })}
        error={change.errorAt(inputOf.name)}
      />
      <TextField
        id={inputOf.email}
        type="email"
        label={texts.email}
        autoComplete="off"
        value={given.email}
        onChange={(event) => setGiven({ ...given, email: event.target.value })}
        error={change.errorAt(inputOf.email)}
      />
      <AccessFields {...given} onChange={(change) => setGiven({ ...given, ...change })} />
    </ConfirmedDialog>
  );
}
