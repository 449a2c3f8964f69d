"use client";

import { useState } from "react";
import { exportTexts as texts } from "#components/operations/texts.ts";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { ColumnNamesChoice } from "#components/ui/column-names-choice.tsx";
import { useNumberLocale } from "#components/ui/count.tsx";
import { Dialog, firstFocusProps } from "#components/ui/dialog/dialog.tsx";
import { EnvironmentBadge } from "#components/ui/environment/environment-badge.tsx";
import { Download } from "#components/ui/icon/icons.tsx";
import { operationForms } from "#components/ui/plural-forms.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { formatPlural } from "#lib/format/format-number.ts";
import { api } from "#lib/paths.ts";
import { type OperationsView, operationsExportQuery } from "#lib/url-state/operations-view.ts";

interface ExportOperationsProps {
  environment: Environment;
  view: OperationsView;
  total: number;
  onClose: () => void;
}

/** A dialog that shows the filters and the number of operations. Then the browser downloads the file. */
export function ExportOperations({ environment, view, total, onClose }: ExportOperationsProps) {
  const locale = useNumberLocale();
  const [hasPageNames, setPageNames] = useState(false);
  const filters = operationsExportQuery(view);
  const query = new URLSearchParams(filters);
  if (hasPageNames) query.set("columnNames", "page");
  return (
    <Dialog
      title={texts.title}
      detail={<EnvironmentBadge environment={environment} />}
      onClose={onClose}
      actions={
        <>
          <Button {...firstFocusProps} onClick={onClose}>
            {texts.cancel}
          </Button>
          <a
            href={api.operationsExport(environment, query)}
            download
            onClick={onClose}
            className={buttonClass("primary")}
          >
            <Download aria-hidden className="size-4" />
            {texts.download}
          </a>
        </>
      }
    >
      <p>
        <span className="font-semibold">{formatPlural(total, operationForms, locale)}</span> {texts.scope}
      </p>
      <p className="mt-1">{filters.size > 0 ? texts.filtered : texts.all}</p>
      <p className="mt-1 text-ink-muted text-table">{texts.complete}</p>
      <ColumnNamesChoice checked={hasPageNames} onChange={setPageNames} />
    </Dialog>
  );
}
