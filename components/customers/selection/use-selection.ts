"use client";

import { useMemo } from "react";
import { customersTexts } from "#components/customers/texts.ts";
import type { RowSelection } from "#components/data-table/row-selection.tsx";
import { useCanWrite } from "#components/ui/session.tsx";
import type { Customer } from "#lib/contract/customers/customer.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { matchingFilters, selectionForView, withCustomers } from "#lib/url-state/customer-selection.ts";
import { type CustomersView, isScanned, markOf } from "#lib/url-state/customers-view.ts";
import { selectionTexts as texts } from "./selection-texts.ts";
import { useCustomerSelection } from "./use-customer-selection.ts";

const idsOf = (customers: readonly Customer[]) => customers.map(({ customerID }) => customerID);

/** The selection for the page of `view`. People who may not write select nothing. */
export function useSelection(
  environment: Environment,
  view: CustomersView,
  list: { customers: readonly Customer[] } | undefined,
) {
  const mayWrite = useCanWrite();
  const [kept, select] = useCustomerSelection(environment);
  const filters = isScanned(view) || markOf(view) ? undefined : matchingFilters(view, Date.now());
  const selection = mayWrite ? selectionForView(kept, filters) : undefined;
  const ids = useMemo(() => new Set(selection?.kind === "ids" ? selection.customerIDs : []), [selection]);
  const all = selection?.kind === "matching";
  const customers = list?.customers;
  const rows = useMemo<RowSelection<Customer> | undefined>(() => {
    if (!mayWrite) return undefined;
    return {
      isSelected: ({ customerID }) => all || ids.has(customerID),
      onRows: (changed, selected) => select(withCustomers(selection, idsOf(changed), selected, idsOf(customers ?? []))),
      label: ({ companyName }) => texts.select(companyName || customersTexts.noName),
      pageLabel: texts.selectPage,
    };
  }, [mayWrite, all, ids, select, selection, customers]);
  return { selection, select, filters, rows };
}
