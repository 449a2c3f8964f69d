"use client";

import { useId, useState } from "react";
import { ConfirmedDialog } from "#components/forms/confirmed-dialog.tsx";
import { TextField } from "#components/forms/text-field.tsx";
import { useConfirmedChange } from "#components/forms/use-confirmed-change.ts";
import { Button } from "#components/ui/button.tsx";
import { FactRow } from "#components/ui/record/facts.tsx";
import { PersonName } from "#components/ui/value/person-name.tsx";
import type { ApiClient, ClientAnswer } from "#lib/contract/access/clients.ts";
import { api } from "#lib/paths.ts";
import { clientsQueryKey } from "#lib/query/console/clients.ts";
import { sendJson, writeJson } from "#lib/requests/fetch-json.ts";
import { AssistantField } from "./assistant-field.tsx";
import { clientTexts as texts } from "./texts.ts";

/** The actions that an administrator can take on an API client. Revoking asks for confirmation. */
export function ManageClientDialog({ client, onClose }: { client: ApiClient; onClose: () => void }) {
  const { clientID, name, keyEnd, state, createdBy, createdByName, addresses } = client;
  const nameID = useId();
  const assistantID = useId();
  const [newName, setNewName] = useState(name);
  const [assistant, setAssistant] = useState(client.assistant);
  const [isRevoking, setIsRevoking] = useState(false);
  const change = useConfirmedChange({ inputOf: { name: nameID, assistant: assistantID }, queryKey: clientsQueryKey });
  const save = () =>
    change.run(async () => {
      const changes = {
        ...(newName !== name && { name: newName }),
        ...(assistant !== client.assistant && { assistant }),
      };
      if (Object.keys(changes).length > 0) {
        await writeJson<ClientAnswer>("PATCH", api.client(clientID), { client: "object" }, changes);
      }
      onClose();
    });
  const revoke = () =>
    change.run(async () => {
      await sendJson("DELETE", api.client(clientID));
      onClose();
    });
  return (
    <ConfirmedDialog
      title={isRevoking ? texts.revokeTitle : name}
      detail={isRevoking ? name : texts.keyEnding(keyEnd)}
      step={isRevoking ? "revoke" : "form"}
      change={change}
      failed={texts.failed}
      submit={isRevoking ? texts.revokeNow : texts.save}
      onSubmit={isRevoking ? revoke : save}
      cancel={{
        ...(isRevoking
          ? { label: texts.back, onClick: () => setIsRevoking(false) }
          : { label: texts.cancel, onClick: onClose }),
        isFirst: true,
      }}
      onClose={onClose}
    >
      {isRevoking ? (
        <p className="wrap-anywhere">{texts.revokeEffect(name)}</p>
      ) : (
        <>
          <TextField
            id={nameID}
            label={texts.name}
            autoComplete="off"
            value={newName}
            onChange={(event) => setNewName(event.target.value)}
            error={change.errorAt(nameID)}
          />
          <AssistantField
            id={assistantID}
            client={client}
            value={assistant}
            onValue={setAssistant}
            error={change.errorAt(assistantID)}
          />
          <dl>
            <FactRow name={texts.createdBy}>
              <PersonName email={createdBy} name={createdByName} hasEmail />
            </FactRow>
            <FactRow name={texts.from} className="mt-2">
              {addresses?.join(", ") ?? texts.anywhere}
            </FactRow>
          </dl>
          {state === "active" && (
            <div className="border-line border-t pt-4">
              <Button onClick={() => setIsRevoking(true)}>{texts.revoke}</Button>
            </div>
          )}
        </>
      )}
    </ConfirmedDialog>
  );
}
