"use client";

import { useState } from "react";
import { startButtonTexts as texts } from "#components/bulk/start/start-button-texts.ts";
import { CustomersHeader } from "#components/customers/list/header.tsx";
import { CustomersResults } from "#components/customers/list/results.tsx";
import { CustomersToolbar } from "#components/customers/list/toolbar.tsx";
import { MarkedBar } from "#components/customers/marked/marked-bar.tsx";
import { MarkedMenu } from "#components/customers/marked/marked-menu.tsx";
import { useCustomersView } from "#components/customers/use-customers-view.ts";
import { Button } from "#components/ui/button.tsx";
import { FileUp } from "#components/ui/icon/icons.tsx";
import { lazyPart, loadsOnIntent } from "#components/ui/lazy/lazy-part.tsx";
import { asCommand } from "#components/ui/page-commands.ts";
import type { Environment } from "#lib/contract/environment.ts";
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
const SelectedCustomers = lazyPart(() => import("./selected-customers.tsx").then((module) => module.SelectedCustomers));

/** The title with the bulk actions for editors. */
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

/** The list's filters. A list that the console stores (pinned, tagged) has no filters: its name is shown instead. */
export function CustomersBar({ environment }: { environment: Environment }) {
  const [view] = useCustomersView(environment);
  const menu = <MarkedMenu environment={environment} />;
  return markOf(view) ? (
    <MarkedBar environment={environment}>{menu}</MarkedBar>
  ) : (
    <CustomersToolbar environment={environment}>{menu}</CustomersToolbar>
  );
}

/** The list of customers, with bulk changes for the selected ones. */
export function CustomersList({ environment }: { environment: Environment }) {
  const [view] = useCustomersView(environment);
  const Results = markOf(view) ? MarkedResults : isScanned(view) ? ScanResults : CustomersResults;
  return <Results environment={environment} Selected={SelectedCustomers} />;
}
