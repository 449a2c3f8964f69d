"use client";

import { FileUp, ListChecks } from "lucide-react";
import { useState } from "react";
import { BulkFromCsv } from "#components/bulk/bulk-from-csv.tsx";
import { StartBulk } from "#components/bulk/start-bulk.tsx";
import { startTexts as texts } from "#components/bulk/start-texts.ts";
import { CustomersHeader } from "#components/customers/list/header.tsx";
import { CustomersResults } from "#components/customers/list/results.tsx";
import { Button } from "#components/ui/button.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { type CustomerSelection, selectionSize } from "#lib/customer-selection.ts";

/** The title with what editors can do about many customers at once. */
export function CustomersTop({ environment }: { environment: Environment }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <CustomersHeader
        environment={environment}
        tools={
          <Button className="max-sm:grow print:hidden" onClick={() => setOpen(true)}>
            <FileUp aria-hidden className="size-4 text-ink-muted" />
            {texts.fromList}
          </Button>
        }
      />
      {isOpen && <BulkFromCsv environment={environment} onClose={() => setOpen(false)} />}
    </>
  );
}

function ChangeSelected({ environment, selection }: { environment: Environment; selection: CustomerSelection }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        <ListChecks aria-hidden className="size-4" />
        {texts.changeSelected}
      </Button>
      {isOpen && (
        <StartBulk
          environment={environment}
          source={selection}
          size={selectionSize(selection)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** The list, whose selected customers can be changed together. */
export function CustomersList({ environment }: { environment: Environment }) {
  return (
    <CustomersResults
      environment={environment}
      selectionActions={(selection) => <ChangeSelected environment={environment} selection={selection} />}
    />
  );
}
