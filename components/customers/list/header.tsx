"use client";

import Link from "next/link";
import { type ReactNode, useState } from "react";
import { exportButtonTexts as exportTexts } from "#components/customers/export/export-button-texts.ts";
import { useIsKnownOn } from "#components/customers/known-provider.tsx";
import { customersTexts as texts } from "#components/customers/texts.ts";
import { useCustomersView } from "#components/customers/use-customers-view.ts";
import type { ViewAction } from "#components/customers/views/views-list.tsx";
import { ViewsMenu } from "#components/customers/views/views-menu.tsx";
import { Button, buttonClass, IconButton } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { LazyPopover } from "#components/ui/dialog/lazy-popover.tsx";
import { closePopover } from "#components/ui/dialog/popover.tsx";
import { Download, Ellipsis, Plus } from "#components/ui/icon/icons.tsx";
import { lazyPart, loadsOnIntent } from "#components/ui/lazy/lazy-part.tsx";
import { asCommand } from "#components/ui/page-commands.ts";
import { PageFreshness } from "#components/ui/panel/page-freshness.tsx";
import { useCanWrite } from "#components/ui/session.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { api, pages } from "#lib/paths.ts";
import { markQuery } from "#lib/query/customers/tags.ts";
import { markOf } from "#lib/url-state/customers-view.ts";

const ExportDialog = lazyPart(() =>
  import("#components/customers/export/export-dialog.tsx").then((module) => module.ExportDialog),
);

const menuID = "customers-actions";

interface CustomersHeaderProps {
  environment: Environment;
  /** More actions for editors. */
  tools?: ReactNode;
  /** Actions of editors for all customers of the saved view that is open. */
  viewActions?: readonly ViewAction[];
}

/** The page's title, and the actions that concern all customers. */
export function CustomersHeader({ environment, tools, viewActions = [] }: CustomersHeaderProps) {
  const [view] = useCustomersView(environment);
  const [exporting, setExporting] = useState(false);
  const mayWrite = useCanWrite();
  const isKnownOn = useIsKnownOn();
  const mark = isKnownOn ? undefined : markOf(view);
  const actions = (
    <>
      {mark ? (
        <a
          href={api.markedExport(environment, markQuery(mark))}
          download
          {...asCommand(exportTexts.button, exportTexts.commandWords)}
          className={classNames(buttonClass("quiet"), "justify-start")}
        >
          <Download aria-hidden className="size-4" />
          {exportTexts.button}
        </a>
      ) : (
        <Button
          variant="quiet"
          className="justify-start"
          {...asCommand(exportTexts.button, exportTexts.commandWords)}
          {...loadsOnIntent(ExportDialog)}
          onClick={() => setExporting(true)}
        >
          <Download aria-hidden className="size-4" />
          {exportTexts.button}
        </Button>
      )}
      {mayWrite && tools}
    </>
  );
  return (
    <div className="flex flex-wrap items-center gap-2">
      <h1 className="font-semibold text-display max-md:me-auto">{texts.title}</h1>
      <div className="me-auto flex min-h-6 items-center md:ps-1 max-md:order-last max-md:w-full">
        <PageFreshness />
      </div>
      <div className="flex min-w-0 items-center justify-end gap-1 sm:flex-wrap print:hidden">
        <ViewsMenu environment={environment} actions={mayWrite ? viewActions : []} />
        <div className="contents max-lg:hidden">{actions}</div>
        <IconButton label={texts.moreActions} popoverTarget={menuID} className="lg:hidden">
          <Ellipsis aria-hidden className="size-4" />
        </IconButton>
        {/* Closes the menu before a dialog opens, because a closing dialog returns the focus to the element that
            had the focus before. */}
        <LazyPopover id={menuID} align="end" className="p-1" onClick={() => closePopover(menuID)}>
          <div className="flex flex-col">{actions}</div>
        </LazyPopover>
        {mayWrite && (
          <Link href={pages.newCustomer(environment)} prefetch={false} className={`${buttonClass("primary")} ms-1`}>
            <Plus aria-hidden className="size-4" />
            <span className="max-md:sr-only">{texts.newCustomer}</span>
          </Link>
        )}
      </div>
      {exporting && <ExportDialog environment={environment} view={view} onClose={() => setExporting(false)} />}
    </div>
  );
}
