"use client";

import { useMemo, useRef } from "react";
import { scanFilterPhrases } from "#components/customers/filters/scan-filter-texts.ts";
import { useCustomersLayout } from "#components/customers/layout-provider.tsx";
import { customerColumns } from "#components/customers/list/columns.tsx";
import { ColumnsButton } from "#components/customers/list/columns-menu.tsx";
import { useCustomersKeys } from "#components/customers/list/use-customers-keys.ts";
import type { SelectedProps } from "#components/customers/selection/selection-bar.tsx";
import { useSelection } from "#components/customers/selection/use-selection.ts";
import { customersTexts, widenButtonTexts } from "#components/customers/texts.ts";
import { useCustomersView } from "#components/customers/use-customers-view.ts";
import { useKeepLastList } from "#components/customers/use-last-list.ts";
import { lastPageOffset } from "#components/data-table/page-position.ts";
import { PagedTable } from "#components/data-table/paged-table.tsx";
import { useRestoreRow } from "#components/data-table/use-restore-row.ts";
import { Button } from "#components/ui/button.tsx";
import { useNumberLocale } from "#components/ui/count.tsx";
import { KeepFocus } from "#components/ui/keep-focus.tsx";
import { type LazyPart, loadsOnIntent } from "#components/ui/lazy/lazy-part.tsx";
import { EmptyState } from "#components/ui/panel/empty-state.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { formatCount, formatPlaces } from "#lib/format/format-number.ts";
import { pages } from "#lib/paths.ts";
import { type CustomersView, customersViewParams, noScanFilters } from "#lib/url-state/customers-view.ts";
import { ScanBar } from "./scan-bar.tsx";
import { scanTexts as texts } from "./scan-texts.ts";
import { useCustomerScan } from "./use-customer-scan.ts";

interface ScanResultsProps {
  environment: Environment;
  /** Shows the selected customers and the actions for them. */
  Selected: LazyPart<SelectedProps>;
}

interface NoneProps {
  view: CustomersView;
  isComplete: boolean;
  onChange: (change: Partial<CustomersView>) => void;
}

/** The empty state of a scan: no match so far. */
function None({ view, isComplete, onChange }: NoneProps) {
  const { none } = texts;
  return (
    <EmptyState
      title={isComplete ? none.title(scanFilterPhrases(view).join(", ")) : texts.noneYet}
      actions={
        <>
          {isComplete && view.window !== "all" && (
            <Button variant="primary" onClick={() => onChange({ window: "all" })}>
              {widenButtonTexts.all}
            </Button>
          )}
          <Button onClick={() => onChange(noScanFilters)}>{none.remove}</Button>
        </>
      }
    >
      {isComplete ? none.reason(view.window) : none.notAll}
    </EmptyState>
  );
}

/** The results of a scan, for filters that the API does not support. */
export function ScanResults({ environment, Selected }: ScanResultsProps) {
  const [view, change] = useCustomersView(environment);
  const { layout } = useCustomersLayout();
  const locale = useNumberLocale();
  const area = useRef<HTMLElement>(null);
  const { scan, stop, goOn, restart } = useCustomerScan(environment, view);
  const total = scan.customers.length;
  // The URL may contain an offset from a longer list.
  const offset = view.offset < total ? view.offset : total === 0 ? 0 : lastPageOffset(total, view.limit);
  const rows = useMemo(() => scan.customers.slice(offset, offset + view.limit), [scan.customers, offset, view.limit]);
  const list = { customers: rows, total };
  const columns = useMemo(() => customerColumns(environment, layout.columns), [environment, layout.columns]);
  const selecting = useSelection(environment, view, list);
  const turnPage = (to: number) => {
    change({ offset: to });
    window.scrollTo(0, 0);
  };
  useKeepLastList(environment, view);
  useRestoreRow(area, total > 0);
  useCustomersKeys({ area, list, onOffset: turnPage, selection: selecting.rows });
  return (
    <section ref={area} {...loadsOnIntent(Selected)} aria-label={texts.area}>
      <KeepFocus className="flex flex-col gap-2">
        <ScanBar
          question={view}
          scan={scan}
          onStop={stop}
          onContinue={goOn}
          onRestart={restart}
          signInHref={pages.signIn(pages.customers(environment, customersViewParams(view)))}
        />
        {total > 0 && (
          <div className="flex min-h-7 flex-wrap items-center gap-x-4 text-table">
            <span className="font-medium">
              {customersTexts.of(formatPlaces(offset, rows.length, locale), texts.found(total))}
            </span>
            <ColumnsButton />
          </div>
        )}
        {(total > 0 || scan.phase !== "running") && (
          <div className="overflow-clip rounded-base border border-line bg-surface">
            {total === 0 ? (
              <None view={view} isComplete={scan.phase === "complete"} onChange={change} />
            ) : (
              <PagedTable
                caption={customersTexts.caption}
                columns={columns}
                rows={rows}
                rowID={(customer) => customer.customerID}
                total={total}
                limit={view.limit}
                offset={offset}
                outdated={false}
                busy={scan.phase === "running"}
                density={layout.density}
                selection={selecting.rows}
                pager={customersTexts.pager}
                onOffset={turnPage}
                onLimit={(limit) => change({ limit })}
              />
            )}
          </div>
        )}
        {selecting.selection && (
          <Selected
            environment={environment}
            selection={selecting.selection}
            rows={rows}
            all={{
              label: texts.selectFound(formatCount(total, locale)),
              selection: { kind: "ids", customerIDs: scan.customers.map(({ customerID }) => customerID) },
            }}
            onSelect={selecting.select}
          />
        )}
      </KeepFocus>
    </section>
  );
}
