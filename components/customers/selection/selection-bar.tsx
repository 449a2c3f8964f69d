"use client";

import { X } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { announce } from "#components/ui/announcer.tsx";
import { Button } from "#components/ui/button.tsx";
import { useNumberLocale } from "#components/ui/count.tsx";
import type { CustomerList } from "#lib/contract/customer-list.ts";
import { type CustomerSelection, type MatchingFilters, selectionSize } from "#lib/customer-selection.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { selectionTexts as texts } from "./selection-texts.ts";

interface SelectionBarProps {
  selection: CustomerSelection;
  /** The page on the screen. */
  list: CustomerList;
  /** Its filters, to select all that match. */
  filters: MatchingFilters;
  onSelect: (selection: CustomerSelection | undefined) => void;
  /** What can be done with the selected ones. */
  actions: ReactNode;
}

/** How many customers are selected, and what can be done with them; floats over the foot of the table. */
export function SelectionBar({ selection, list, filters, onSelect, actions }: SelectionBarProps) {
  const locale = useNumberLocale();
  const count = (value: number) => formatCount(value, locale);
  const onPage = new Set(list.customers.map(({ customerID }) => customerID));
  const elsewhere =
    selection.kind === "ids" ? selection.customerIDs.filter((customerID) => !onPage.has(customerID)).length : 0;
  const said =
    selection.kind === "matching"
      ? texts.allSelected(count(selection.total))
      : texts.selected(count(selectionSize(selection)));
  useEffect(() => announce(said), [said]);
  const clear = () => {
    onSelect(undefined);
    announce(texts.cleared);
  };
  return (
    <section
      aria-label={texts.bar}
      className="sticky bottom-3 z-20 mx-auto flex max-w-full flex-wrap items-center gap-x-4 gap-y-1 rounded-base border border-line-strong bg-raised py-1.5 ps-4 pe-1.5 text-table shadow-float max-md:bottom-18 print:hidden"
    >
      <p className="flex-1 whitespace-nowrap max-sm:whitespace-normal">
        <span className="font-semibold">{said}</span>
        {elsewhere > 0 && <span className="text-ink-muted"> · {texts.elsewhere(count(elsewhere))}</span>}
      </p>
      <div className="flex flex-wrap items-center gap-1.5 max-sm:order-last max-sm:basis-full max-sm:pb-1">
        {selection.kind === "ids" && list.total > list.customers.length && (
          <Button onClick={() => onSelect({ kind: "matching", filters, total: list.total })}>
            {texts.selectAll(count(list.total))}
          </Button>
        )}
        {actions}
      </div>
      <Button variant="quiet" onClick={clear}>
        <X aria-hidden className="size-3.5" />
        <span className="max-sm:sr-only">{texts.clear}</span>
      </Button>
    </section>
  );
}
