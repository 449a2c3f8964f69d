"use client";

import { useMemo } from "react";
import { customersTexts } from "#components/customers/texts.ts";
import type { RowSelection } from "#components/data-table/row-selection.tsx";
import { useNumberLocale } from "#components/ui/count.tsx";
import { useCanWrite } from "#components/ui/session.tsx";
import type { Customer } from "#lib/contract/customers/customer.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { maxBulkRows } from "#lib/contract/values/operations/bulk-states.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { matchingFilters, selectionForView, withCustomers } from "#lib/url-state/customer-selection.ts";
import { type CustomersView, markOf, needsRecord } from "#lib/url-state/customers-view.ts";
import { selectTexts as texts } from "./select-texts.ts";
import type { SelectAll } from "./selection-bar.tsx";
import { useCustomerSelection } from "./use-customer-selection.ts";

const idsOf = (customers: readonly Customer[]) => customers.map(({ customerID }) => customerID);

/** The selection for the page that shows `view`. A person who may not write cannot select. */
export function useSelection(
  environment: Environment,
  view: CustomersView,
  list: { customers: readonly Customer[]; total?: number } | undefined,
) {
  const mayWrite = useCanWrite();
  const locale = useNumberLocale();
  const [kept, select] = useCustomerSelection(environment);
  const isRecord = needsRecord(view) || markOf(view) !== undefined;
  const filters = isRecord ? undefined : matchingFilters(view, Date.now());
  const selection = mayWrite ? selectionForView(kept, filters) : undefined;
  const ids = useMemo(() => new Set(selection?.kind === "ids" ? selection.customerIDs : []), [selection]);
  const isAll = selection?.kind === "matching";
  const customers = list?.customers;
  const rows = useMemo<RowSelection<Customer> | undefined>(() => {
    if (!mayWrite) return undefined;
    return {
      isSelected: ({ customerID }) => isAll || ids.has(customerID),
      onRows: (changed, selected) => select(withCustomers(selection, idsOf(changed), selected, idsOf(customers ?? []))),
      label: ({ companyName }) => texts.select(companyName || customersTexts.noName),
      pageLabel: texts.selectPage,
    };
  }, [mayWrite, isAll, ids, select, selection, customers]);
  const total = list?.total;
  const all: SelectAll | undefined =
    total === undefined
      ? undefined
      : {
          label: texts.selectAll(formatCount(total, locale)),
          size: total,
          // If the server can repeat the filters, selects by filters. Otherwise selects the ID of each customer.
          choose: filters
            ? () => ({ kind: "matching", filters, total })
            : async () => {
                const { readMatchingIDs } = await import("#lib/query/customers/matching-ids.ts");
                return { kind: "ids", customerIDs: await readMatchingIDs(environment, view) };
              },
          ...(!filters && total > maxBulkRows && { refusal: texts.tooMany(formatCount(maxBulkRows, locale)) }),
        };
  return { selection, select, rows, all };
}
