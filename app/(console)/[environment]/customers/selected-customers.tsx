"use client";

import { useState } from "react";
import { startButtonTexts as texts } from "#components/bulk/start/start-button-texts.ts";
import { manyButtonTexts as manyTexts } from "#components/customers/contract/many/many-button-texts.ts";
import { type SelectedProps, SelectionBar } from "#components/customers/selection/selection-bar.tsx";
import { Button } from "#components/ui/button.tsx";
import { CalendarClock, ListChecks } from "#components/ui/icon/icons.tsx";
import { lazyPart, loadsOnIntent } from "#components/ui/lazy/lazy-part.tsx";
import { asCommand } from "#components/ui/page-commands.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { type CustomerSelection, selectionSize } from "#lib/url-state/customer-selection.ts";

const PlanMany = lazyPart(() =>
  import("#components/customers/contract/many/plan-many.tsx").then((module) => module.PlanMany),
);
const StartBulk = lazyPart(() => import("#components/bulk/start/start-bulk.tsx").then((module) => module.StartBulk));

function ChangeSelected({ environment, selection }: { environment: Environment; selection: CustomerSelection }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="primary"
        {...asCommand(texts.changeSelected, texts.commandWords)}
        {...loadsOnIntent(StartBulk)}
        onClick={() => setOpen(true)}
      >
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

/** Plans the same change for each of the selected customers. */
function PlanForSelected({ environment, selection }: { environment: Environment; selection: CustomerSelection }) {
  const [customerIDs, setCustomerIDs] = useState<readonly string[]>();
  if (selection.kind !== "ids") return null;
  return (
    <>
      <Button
        {...asCommand(manyTexts.button, manyTexts.commandWords)}
        {...loadsOnIntent(PlanMany)}
        onClick={() => setCustomerIDs(selection.customerIDs)}
      >
        <CalendarClock aria-hidden className="size-4" />
        {manyTexts.button}
      </Button>
      {customerIDs && (
        <PlanMany environment={environment} target={{ customerIDs }} onClose={() => setCustomerIDs(undefined)} />
      )}
    </>
  );
}

/** The selected customers, with the actions that change their contracts now or later. */
export function SelectedCustomers({ environment, ...bar }: SelectedProps) {
  const { selection } = bar;
  return (
    <SelectionBar
      {...bar}
      actions={
        <>
          <PlanForSelected environment={environment} selection={selection} />
          <ChangeSelected environment={environment} selection={selection} />
        </>
      }
    />
  );
}
