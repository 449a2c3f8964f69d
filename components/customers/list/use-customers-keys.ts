"use client";

import { type RefObject, useCallback } from "react";
import { pageOffsets } from "#components/data-table/page-position.ts";
import type { RowSelection } from "#components/data-table/row-selection.tsx";
import { useRowKeys } from "#components/data-table/use-row-keys.ts";
import type { Customer } from "#lib/contract/customers/customer.ts";
import { parseCustomersView } from "#lib/url-state/customers-view.ts";
import { pageAddress } from "#lib/url-state/page-address.ts";

interface CustomersKeys {
  area: RefObject<HTMLElement | null>;
  list: { customers: readonly Customer[]; total: number } | undefined;
  onOffset: (offset: number) => void;
  selection: RowSelection<Customer> | undefined;
}

/** The single-key shortcuts of the table. They move between rows, turn pages, and select rows. */
export function useCustomersKeys({ area, list, onOffset, selection }: CustomersKeys): void {
  const total = list?.total ?? 0;
  /** Reads the current URL, not the rendered view, so that two quick presses turn two pages. */
  const turn = useCallback(
    (move: "next" | "previous") => {
      const { limit, offset } = parseCustomersView(pageAddress.query());
      const to = pageOffsets(total, limit, offset)[move];
      if (to !== undefined) onOffset(to);
    },
    [total, onOffset],
  );
  const toggle = (rowID: string) => {
    const row = list?.customers.find(({ customerID }) => customerID === rowID);
    if (row) selection?.onRows([row], !selection.isSelected(row));
  };
  useRowKeys({
    area,
    onToggle: selection && toggle,
    onNextPage: useCallback(() => turn("next"), [turn]),
    onPreviousPage: useCallback(() => turn("previous"), [turn]),
  });
}
