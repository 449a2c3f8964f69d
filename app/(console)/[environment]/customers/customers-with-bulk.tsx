"use client";

import { useState } from "react";
import { startButtonTexts as texts } from "#components/bulk/start/start-button-texts.ts";
import { useIsKnownOn } from "#components/customers/known-provider.tsx";
import { CustomersHeader } from "#components/customers/list/header.tsx";
import { CustomersResults } from "#components/customers/list/results.tsx";
import { CustomersToolbar } from "#components/customers/list/toolbar.tsx";
import { MarkedBar } from "#components/customers/marked/marked-bar.tsx";
import { MarkedMenu } from "#components/customers/marked/marked-menu.tsx";
import { useCustomersView } from "#components/customers/use-customers-view.ts";
import { uploadButtonTexts as importTexts } from "#components/imports/upload/upload-button-texts.ts";
import { Button } from "#components/ui/button.tsx";
import { CalendarClock, FileUp, ListChecks } from "#components/ui/icon/icons.tsx";
import { lazyPart, loadsOnIntent } from "#components/ui/lazy/lazy-part.tsx";
import { asCommand } from "#components/ui/page-commands.ts";
import { useSession } from "#components/ui/session.tsx";
import { may } from "#lib/contract/access/permissions.ts";
import type { SavedView } from "#lib/contract/console/view.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { markOf } from "#lib/url-state/customers-view.ts";

const BulkFromCsv = lazyPart(() =>
  import("#components/bulk/start/bulk-from-csv.tsx").then((module) => module.BulkFromCsv),
);
const ChangeView = lazyPart(() => import("./change-view.tsx").then((module) => module.ChangeView));
const UploadDialog = lazyPart(() =>
  import("#components/imports/upload/upload-dialog.tsx").then((module) => module.UploadDialog),
);
const MarkedResults = lazyPart(() =>
  import("#components/customers/marked/marked-results.tsx").then((module) => module.MarkedResults),
);
const SelectedCustomers = lazyPart(() => import("./selected-customers.tsx").then((module) => module.SelectedCustomers));

/** The page's title, with the actions for bulk changes and imports. Viewers do not see the actions. */
export function CustomersTop({ environment }: { environment: Environment }) {
  const [isOpen, setOpen] = useState(false);
  const [isImporting, setImporting] = useState(false);
  const [ofView, setOfView] = useState<{ what: "change" | "plan"; view: SavedView }>();
  const mayImport = may(useSession().staff.role, "imports.run");
  return (
    <>
      <CustomersHeader
        environment={environment}
        viewActions={[
          { label: texts.changeView, icon: ListChecks, onPress: (view) => setOfView({ what: "change", view }) },
          { label: texts.planView, icon: CalendarClock, onPress: (view) => setOfView({ what: "plan", view }) },
        ]}
        tools={
          <>
            <Button
              variant="quiet"
              className="justify-start"
              {...asCommand(texts.fromList, texts.commandWords)}
              {...loadsOnIntent(BulkFromCsv)}
              onClick={() => setOpen(true)}
            >
              <ListChecks aria-hidden className="size-4" />
              {texts.fromList}
            </Button>
            {mayImport && (
              <Button
                variant="quiet"
                className="justify-start"
                {...asCommand(importTexts.title, importTexts.commandWords)}
                {...loadsOnIntent(UploadDialog)}
                onClick={() => setImporting(true)}
              >
                <FileUp aria-hidden className="size-4" />
                {importTexts.title}
              </Button>
            )}
          </>
        }
      />
      {ofView && <ChangeView environment={environment} {...ofView} onClose={() => setOfView(undefined)} />}
      {isOpen && <BulkFromCsv environment={environment} onClose={() => setOpen(false)} />}
      {isImporting && <UploadDialog environment={environment} onClose={() => setImporting(false)} />}
    </>
  );
}

/**
 * The filters of the list. If the console does not store known customers, the pinned and the tagged customers are
 * separate lists. The bar then has a menu of these lists, or the name of the list that is shown.
 */
export function CustomersBar({ environment }: { environment: Environment }) {
  const [view] = useCustomersView(environment);
  if (useIsKnownOn()) return <CustomersToolbar environment={environment} />;
  const menu = <MarkedMenu environment={environment} />;
  return markOf(view) ? (
    <MarkedBar environment={environment}>{menu}</MarkedBar>
  ) : (
    <CustomersToolbar environment={environment}>{menu}</CustomersToolbar>
  );
}

/** The list of customers. The selected customers can be changed in bulk. */
export function CustomersList({ environment }: { environment: Environment }) {
  const [view] = useCustomersView(environment);
  const isKnownOn = useIsKnownOn();
  const Results = !isKnownOn && markOf(view) ? MarkedResults : CustomersResults;
  return <Results environment={environment} Selected={SelectedCustomers} />;
}
