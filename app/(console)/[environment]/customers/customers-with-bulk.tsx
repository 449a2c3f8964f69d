"use client";

import { useState } from "react";
import { startButtonTexts as texts } from "#components/bulk/start/start-button-texts.ts";
import { manyTexts } from "#components/customers/contract/many/many-texts.ts";
import { CustomersHeader } from "#components/customers/list/header.tsx";
import { CustomersResults } from "#components/customers/list/results.tsx";
import { CustomersToolbar } from "#components/customers/list/toolbar.tsx";
import { MarkedBar } from "#components/customers/marked/marked-bar.tsx";
import { MarkedMenu } from "#components/customers/marked/marked-menu.tsx";
import { useCustomersView } from "#components/customers/use-customers-view.ts";
import { Button } from "#components/ui/button.tsx";
import { CalendarClock, FileUp, ListChecks } from "#components/ui/icon/icons.tsx";
import { lazyPart, loadsOnIntent } from "#components/ui/lazy/lazy-part.tsx";
import { asCommand } from "#components/ui/page-commands.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { type CustomerSelection, selectionSize } from "#lib/url-state/customer-selection.ts";
import { isScanned, markOf } from "#lib/url-state/customers-view.ts";

const BulkFromCsv = lazyPart(() =>
  import("#components/bulk/start/bulk-from-csv.tsx").then((module) => module.BulkFromCsv),
);
const ScanResults = lazyPart(() =>
  import("#components/customers/scan/scan-results.tsx").then((module) => module.ScanResults),
);
const MarkedResults = lazyPart(() =>
  import("#components/customers/marked/marked-results.tsx").then((module) => module.MarkedResults),
);
const PlanMany = lazyPart(() =>
  import("#components/customers/contract/many/plan-many.tsx").then((module) => module.PlanMany),
);
const StartBulk = lazyPart(() => import("#components/bulk/start/start-bulk.tsx").then((module) => module.StartBulk));

/** The title with what editors can do about many customers at once. */
export function CustomersTop({ environment }: { environment: Environment }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <CustomersHeader
        environment={environment}
        tools={
          <Button
            variant="quiet"
            className="justify-start"
            {...asCommand(texts.fromList, texts.commandWords)}
            {...loadsOnIntent(BulkFromCsv)}
            onClick={() => setOpen(true)}
          >
            <FileUp aria-hidden className="size-4" />
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
        <PlanMany environment={environment} customerIDs={customerIDs} onClose={() => setCustomerIDs(undefined)} />
      )}
    </>
  );
}

/** What narrows the list; of the console's own lists it says which one it is. */
export function CustomersBar({ environment }: { environment: Environment }) {
  const [view] = useCustomersView(environment);
  const menu = <MarkedMenu environment={environment} />;
  return markOf(view) ? (
    <MarkedBar environment={environment}>{menu}</MarkedBar>
  ) : (
    <CustomersToolbar environment={environment}>{menu}</CustomersToolbar>
  );
}

/** The list, whose selected customers can be changed together. */
export function CustomersList({ environment }: { environment: Environment }) {
  const [view] = useCustomersView(environment);
  const Results = markOf(view) ? MarkedResults : isScanned(view) ? ScanResults : CustomersResults;
  return (
    <Results
      environment={environment}
      selectionActions={(selection) => (
        <>
          <PlanForSelected environment={environment} selection={selection} />
          <ChangeSelected environment={environment} selection={selection} />
        </>
      )}
    />
  );
}
