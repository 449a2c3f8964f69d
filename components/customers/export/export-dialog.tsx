"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { ColumnNamesChoice } from "#components/ui/column-names-choice.tsx";
import { Count, useNumberLocale } from "#components/ui/count.tsx";
import { Dialog, firstFocusProps } from "#components/ui/dialog/dialog.tsx";
import { EnvironmentBadge } from "#components/ui/environment/environment-badge.tsx";
import { Download } from "#components/ui/icon/icons.tsx";
import { customerForms } from "#components/ui/plural-forms.ts";
import { Segmented } from "#components/ui/segmented.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { formatPlural } from "#lib/format/format-number.ts";
import { api, pages } from "#lib/paths.ts";
import { customersCountQueryOptions } from "#lib/query/customers/customers.ts";
import { type CustomersView, customersViewParams, exportQuery } from "#lib/url-state/customers-view.ts";
import { hasKnownFilters } from "#lib/url-state/known-filters.ts";
import { ExportProgress } from "./export-progress.tsx";
import { exportTexts as texts } from "./export-texts.ts";
import { type ExportFormat, useExport } from "./use-export.ts";

interface ExportDialogProps {
  environment: Environment;
  view: CustomersView;
  onClose: () => void;
}

/**
 * Exports the customers that match the page's filters. Before creating the file, shows the filters and the number of
 * customers.
 */
export function ExportDialog({ environment, view, onClose }: ExportDialogProps) {
  const locale = useNumberLocale();
  const [format, setFormat] = useState<ExportFormat>("csv");
  const [hasPageNames, setPageNames] = useState(false);
  const count = useQuery({ ...customersCountQueryOptions(environment, view), staleTime: 0 });
  const { state, start, stop } = useExport(environment, view);
  const total = count.data?.total;
  const running = state.phase === "running";
  const isConfirmed = hasKnownFilters(view);
  const plural = (customers: number) => formatPlural(customers, customerForms, locale);
  const startName =
    total === undefined ? texts.startUncounted : texts.start(`${plural(total)} (${texts.formats[format]})`);
  const plain = api.customersExport(environment, exportQuery(view, format, hasPageNames, Date.now()));
  return (
    <Dialog
      title={texts.title}
      detail={<EnvironmentBadge environment={environment} />}
      onClose={onClose}
      actions={
        <>
          {running ? (
            <Button onClick={stop}>{texts.stop}</Button>
          ) : (
            <Button {...firstFocusProps} onClick={onClose}>
              {state.phase === "done" ? texts.close : texts.cancel}
            </Button>
          )}
          <Button variant="primary" aria-disabled={running} onClick={() => running || void start(format, hasPageNames)}>
            <Download aria-hidden className="size-4" />
            {state.phase === "ready" ? startName : texts.again}
          </Button>
        </>
      }
    >
      <h3 className="font-medium text-table">{texts.scope}</h3>
      <p className="mt-1">
        <span className="font-semibold">
          {total === undefined ? count.isFetching && texts.counting : <Count value={total} forms={customerForms} />}
        </span>{" "}
        {texts.filters(view)}
      </p>
      {isConfirmed && <p className="mt-1 text-table">{texts.confirmed}</p>}
      <p className="mt-1 text-ink-muted text-table">{texts.order}</p>
      <div className="mt-4 w-fit">
        <Segmented
          legend={texts.format}
          value={format}
          options={[
            { value: "csv", label: texts.csv },
            { value: "json", label: texts.json },
          ]}
          onChange={(next) => running || setFormat(next)}
        />
      </div>
      {format === "csv" && <ColumnNamesChoice checked={hasPageNames} isDisabled={running} onChange={setPageNames} />}
      <ExportProgress
        state={state}
        signInHref={pages.signIn(pages.customers(environment, customersViewParams(view)))}
        onRetry={() => void start(format, hasPageNames)}
      />
      {!running && (
        <p className="mt-4 text-table">
          <a href={plain} download className="text-accent underline underline-offset-2">
            {texts.plain}
          </a>
          <span aria-hidden> · </span>
          <Link
            href={pages.scheduledExports(environment, view.viewID === undefined ? undefined : `view=${view.viewID}`)}
            prefetch={false}
            className="text-accent underline underline-offset-2"
          >
            {texts.schedule}
          </Link>
        </p>
      )}
    </Dialog>
  );
}
