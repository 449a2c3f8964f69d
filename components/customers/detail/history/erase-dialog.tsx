"use client";

import { useQueryClient } from "@tanstack/react-query";
import { ConfirmedDialog } from "#components/forms/confirmed-dialog.tsx";
import { useConfirmedChange } from "#components/forms/use-confirmed-change.ts";
import { announce } from "#components/ui/announcer.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { customerKey, eraseKnownCustomer } from "#lib/query/customers/customer.ts";
import { eraseTexts as texts } from "./history-texts.ts";

interface EraseDialogProps {
  environment: Environment;
  customerID: string;
  companyName: string | undefined;
  onClose: () => void;
}

function List({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <div>
      <p className="font-medium">{title}</p>
      <ul className="mt-1 list-disc ps-5">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}

/** Asks for confirmation. Lists what is erased and what remains. */
export function EraseDialog({ environment, customerID, companyName, onClose }: EraseDialogProps) {
  const client = useQueryClient();
  const change = useConfirmedChange();
  const erase = () =>
    void change.run(async () => {
      await eraseKnownCustomer(environment, customerID);
      announce(texts.done);
      onClose();
      await client.invalidateQueries({ queryKey: customerKey(environment, customerID) });
    });
  return (
    <ConfirmedDialog
      title={texts.title(companyName || texts.unnamed)}
      change={change}
      failed={texts.failed}
      submit={texts.submit}
      onSubmit={erase}
      cancel={{ label: texts.cancel, onClick: onClose, isFirst: true }}
      onClose={onClose}
    >
      <List title={texts.goes} lines={texts.going} />
      <List title={texts.stays} lines={texts.staying} />
    </ConfirmedDialog>
  );
}
