"use client";

import { Download, Plus } from "lucide-react";
import Link from "next/link";
import { type ReactNode, useState } from "react";
import { ExportDialog } from "#components/customers/export/export-dialog.tsx";
import { exportTexts } from "#components/customers/export/export-texts.ts";
import { ViewsMenu } from "#components/customers/views/views-menu.tsx";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { useMayWrite } from "#components/ui/session.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import { customersTexts as texts } from "./texts.ts";
import { useCustomersView } from "./use-customers-view.ts";

interface CustomersHeaderProps {
  environment: Environment;
  /** What else an editor can do from here. */
  tools?: ReactNode;
}

/** The page's title with what can be done about customers as such. */
export function CustomersHeader({ environment, tools }: CustomersHeaderProps) {
  const [view] = useCustomersView(environment);
  const [exporting, setExporting] = useState(false);
  const mayWrite = useMayWrite();
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      <h1 className="me-auto font-semibold text-display">{texts.title}</h1>
      <div className="flex min-w-0 flex-wrap items-center justify-end gap-2 max-sm:contents print:hidden">
        <ViewsMenu environment={environment} />
        <Button onClick={() => setExporting(true)}>
          <Download aria-hidden className="size-4 text-ink-muted" />
          {exportTexts.button}
        </Button>
        {mayWrite && tools}
        {mayWrite && (
          <Link
            href={pages.newCustomer(environment)}
            prefetch={false}
            className={`${buttonClass("primary")} max-sm:grow print:hidden`}
          >
            <Plus aria-hidden className="size-4" />
            {texts.newCustomer}
          </Link>
        )}
      </div>
      {exporting && <ExportDialog environment={environment} view={view} onClose={() => setExporting(false)} />}
    </div>
  );
}
