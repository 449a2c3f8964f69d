"use client";

import { useId, useState } from "react";
import { AccessFields } from "#components/forms/access-fields.tsx";
import { ConfirmedDialog, ResultDialog } from "#components/forms/confirmed-dialog.tsx";
import { TextField } from "#components/forms/text-field.tsx";
import { type EnteredTime, enterTime, textProblem } from "#components/forms/time/entered-time.ts";
import { TimeField } from "#components/forms/time/time-field.tsx";
import { useConfirmedChange } from "#components/forms/use-confirmed-change.ts";
import { firstFocusProps } from "#components/ui/dialog/dialog.tsx";
import { useTimeZone } from "#components/ui/time/timestamp.tsx";
import { consoleNowMs } from "#lib/console-clock.ts";
import type { NewClientAnswer } from "#lib/contract/access/clients.ts";
import type { Role } from "#lib/contract/console/session.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { api } from "#lib/paths.ts";
import { clientsQueryKey } from "#lib/query/console/clients.ts";
import { writeJson } from "#lib/requests/fetch-json.ts";
import { KeyShown } from "./key-shown.tsx";
import { clientTexts as texts } from "./texts.ts";

interface Given {
  name: string;
  role: Role;
  environments: Environment[];
  /** When the key expires. If empty, the key does not expire. */
  expiry: EnteredTime;
  addresses: string;
}

const bodyOf = ({ name, role, environments, expiry, addresses }: Given) => ({
  name,
  role,
  environments,
  ...(expiry.reading && { expiresAt: expiry.reading.at }),
  ...(addresses.trim() !== "" && { addresses: addresses.trim().split(/[\s,;]+/) }),
});

/** A dialog that creates an API client. The key is shown only once. */
export function CreateClientDialog({ onClose }: { onClose: () => void }) {
  const formID = useId();
  const inputOf = { name: `${formID}-name`, expiresAt: `${formID}-expiry`, addresses: `${formID}-addresses` };
  const zone = useTimeZone();
  const [given, setGiven] = useState<Given>(() => ({
    name: "",
    role: "viewer",
    environments: ["sandbox"],
    expiry: enterTime(texts.expiryPresets[1], zone, consoleNowMs()),
    addresses: "",
  }));
  const [wrongExpiry, setWrongExpiry] = useState<string>();
  const [made, setMade] = useState<NewClientAnswer>();
  const change = useConfirmedChange({ inputOf, queryKey: clientsQueryKey });
  const submit = () => {
    const { expiry } = given;
    const wrong = expiry.text.trim() === "" ? undefined : textProblem(expiry, consoleNowMs());
    setWrongExpiry(wrong);
    if (wrong !== undefined) {
      document.getElementById(inputOf.expiresAt)?.focus();
      return;
    }
    void change.run(async () =>
      setMade(
        await writeJson<NewClientAnswer>("POST", api.clients(), { client: "object", key: "string" }, bodyOf(given)),
      ),
    );
  };
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
      <TimeField
        id={inputOf.expiresAt}
        label={texts.expiry}
        value={given.expiry}
        onValue={(expiry) => setGiven({ ...given, expiry })}
        error={wrongExpiry ?? change.errorAt(inputOf.expiresAt)}
        presets={texts.expiryPresets}
        none={texts.noExpiry}
        isZoneFixed
      />
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
