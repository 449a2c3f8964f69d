"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { operationsTexts as texts } from "#components/operations/texts.ts";
import { Button } from "#components/ui/button.tsx";
import { Download } from "#components/ui/icon/icons.tsx";
import { asCommand } from "#components/ui/page-commands.ts";
import { PageFreshness } from "#components/ui/panel/page-freshness.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { operationsQueryOptions } from "#lib/query/operations/operations.ts";
import { ExportOperations } from "./export-operations.tsx";
import { useOperationsView } from "./use-operations-view.ts";

/** The page's title, and the actions that concern all operations. */
export function OperationsHeader({ environment }: { environment: Environment }) {
  const [view] = useOperationsView(environment);
  // Uses the data that the list has loaded. Never sends its own request.
  const { data } = useQuery({ ...operationsQueryOptions(environment, view), enabled: false });
  const [isExporting, setExporting] = useState(false);
  const total = data?.total ?? 0;
  return (
    <div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="font-semibold text-display max-md:me-auto">{texts.title}</h1>
        <div className="me-auto flex min-h-6 items-center max-md:order-last max-md:w-full">
          <PageFreshness />
        </div>
        {total > 0 && (
          <Button
            variant="quiet"
            {...asCommand(texts.export, texts.exportWords)}
            className="print:hidden"
            onClick={() => setExporting(true)}
          >
            <Download aria-hidden className="size-4" />
            {texts.export}
          </Button>
        )}
      </div>
      <p className="mt-1 text-ink-muted text-table max-md:hidden print:block">{texts.intro}</p>
      {isExporting && (
        <ExportOperations environment={environment} view={view} total={total} onClose={() => setExporting(false)} />
      )}
    </div>
  );
}
