"use client";

import { useId, useState } from "react";
import { AccessFields } from "#components/forms/access-fields.tsx";
import { ConfirmedDialog, ResultDialog } from "#components/forms/confirmed-dialog.tsx";
import { inputClass, TextField } from "#components/forms/text-field.tsx";
import { useConfirmedChange } from "#components/forms/use-confirmed-change.ts";
import { firstFocusProps } from "#components/ui/dialog/dialog.tsx";
import type { NewClientAnswer } from "#lib/contract/access/clients.ts";
import type { Role } from "#lib/contract/console/session.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { api } from "#lib/paths.ts";
import { clientsQueryKey } from "#lib/query/console/clients.ts";
import { writeJson } from "#lib/requests/fetch-json.ts";
import { KeyShown } from "./key-shown.tsx";
import { clientTexts as texts } from "./texts.ts";

/** The choices for a key's lifetime in days; 0: no expiry. */
const expiries = [30, 90, 365, 0] as const;
const dayMs = 24 * 60 * 60_000;

interface Given {
  name: string;
  role: Role;
  environments: Environment[];
  days: number;
  addresses: string;
}

const bodyOf = ({ name, role, environments, days, addresses }: Given) => ({
  name,
  role,
  environments,
  ...(days > 0 && { expiresAt: new Date(Date.now() + days * dayMs).toISOString() }),
  ...(addresses.trim() !== "" && { addresses: addresses.trim().split(/[\s,;]+/) }),
});

/** Creates an API client. Its key is shown once. */
export function CreateClientDialog({ onClose }: { onClose: () => void }) {
  const formID = useId();
  const inputOf = { name: `${formID}-name`, expiresAt: `${formID}-expiry`, addresses: `${formID}-addresses` };
  const [given, setGiven] = useState<Given>({
    name: "",
    role: "viewer",
    environments: ["sandbox"],
    days: 90,
    addresses: "",
  });
  const [made, setMade] = useState<NewClientAnswer>();
  const change = useConfirmedChange({ inputOf, queryKey: clientsQueryKey });
  const submit = () =>
    change.run(async () =>
      setMade(
        await writeJson<NewClientAnswer>("POST", api.clients(), { client: "object", key: "string" }, bodyOf(given)),
      ),
    );
  if (made) {
    return (
      <ResultDialog key="key" title={texts.addTitle} detail={made.client.name} close={texts.close} onClose={onClose}>
        <KeyShown made={made} />
      </ResultDialog>
    );
  }
  return (
    <ConfirmedDialog
      title={texts.addTitle}
      change={change}
      failed={texts.failed}
      submit={texts.create}
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
      <AccessFields {...given} onChange={(change) => setGiven({ ...given, ...change })} />
      <p className="-mt-2 text-fine text-ink-muted">{texts.never}</p>
      <div className="flex flex-col gap-1">
        <label htmlFor={inputOf.expiresAt} className="font-medium text-table">
          {texts.expiry}
        </label>
        <select
          id={inputOf.expiresAt}
          className={inputClass}
          value={given.days}
          onChange={(event) => setGiven({ ...given, days: Number(event.target.value) })}
        >
          {expiries.map((days) => (
            <option key={days} value={days}>
              {days === 0 ? texts.neverExpires : texts.days(days)}
            </option>
          ))}
        </select>
      </div>
      <TextField
        id={inputOf.addresses}
        label={texts.addresses}
        autoComplete="off"
        placeholder="10.0.0.0/8 192.0.2.10"
        value={given.addresses}
        onChange={(event) => setGiven({ ...given, addresses: event.target.value })}
        error={change.errorAt(inputOf.addresses)}
      />
      <p className="-mt-3 text-fine text-ink-muted">{texts.addressesNote}</p>
    </ConfirmedDialog>
  );
}
