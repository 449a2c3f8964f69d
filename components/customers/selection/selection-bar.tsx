"use client";

import { type ReactNode, useEffect, useState } from "react";
import { announce } from "#components/ui/announcer.tsx";
import { Button } from "#components/ui/button.tsx";
import { useNumberLocale } from "#components/ui/count.tsx";
import { X } from "#components/ui/icon/icons.tsx";
import type { Customer } from "#lib/contract/customers/customer.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { type CustomerSelection, selectionSize } from "#lib/url-state/customer-selection.ts";
import { selectionTexts as texts } from "./selection-texts.ts";

/** The button that selects all matching customers, including those on other pages. */
export interface SelectAll {
  label: string;
  /** The number of customers. */
  size: number;
  choose: () => CustomerSelection | Promise<CustomerSelection>;
  /** The reason why all matching customers cannot be selected at once. */
  refusal?: string;
}

export interface SelectionBarProps {
  selection: CustomerSelection;
  /** The rows on the visible page. */
  rows: readonly Customer[];
  all: SelectAll | undefined;
  onSelect: (selection: CustomerSelection | undefined) => void;
  /** The actions for the selected customers. */
  actions: ReactNode;
}

/** The props that a list passes to the component for the selected customers. */
export interface SelectedProps extends Omit<SelectionBarProps, "actions"> {
  environment: Environment;
}

/** The number of selected customers, and the actions for them. Floats over the end of the table. */
export function SelectionBar({ selection, rows, all, onSelect, actions }: SelectionBarProps) {
  const locale = useNumberLocale();
  const count = (value: number) => formatCount(value, locale);
  const onPage = new Set(rows.map(({ customerID }) => customerID));
  const elsewhere =
    selection.kind === "ids" ? selection.customerIDs.filter((customerID) => !onPage.has(customerID)).length : 0;
  const said =
    selection.kind === "matching"
      ? texts.allSelected(count(selection.total))
      : texts.selected(count(selectionSize(selection)));
  const [state, setState] = useState<"ready" | "selecting" | "failed">("ready");
  const isMore = all !== undefined && all.size > rows.length && selectionSize(selection) < all.size;
  const selectAll = async () => {
    if (!all || state === "selecting") return;
    const chosen = all.choose();
    if (!(chosen instanceof Promise)) return onSelect(chosen);
    setState("selecting");
    try {
      onSelect(await chosen);
      setState("ready");
    } catch {
      setState("failed");
      announce(texts.selectFailed, "selection");
    }
  };
  const allLabel = state === "selecting" ? texts.selecting : state === "failed" ? texts.selectFailed : all?.label;
  useEffect(() => announce(said, "selection"), [said]);
  const clear = () => {
    onSelect(undefined);
    announce(texts.cleared, "selection");
  };
  return (
    <section
      aria-label={texts.bar}
      data-bottom-bar
      className="sticky bottom-3 z-20 mx-auto flex max-w-full flex-wrap items-center gap-x-4 gap-y-1 rounded-base border border-line-strong bg-raised py-1.5 ps-4 pe-1.5 max-sm:gap-x-1 max-sm:ps-3 text-table shadow-float max-md:bottom-18 print:hidden"
    >
      <p className="flex-1 whitespace-nowrap max-sm:whitespace-normal">
        <span className="font-semibold">{said}</span>
        {elsewhere > 0 && <span className="text-ink-muted"> · {texts.elsewhere(count(elsewhere))}</span>}
      </p>
      {selection.kind === "ids" && isMore && all.refusal !== undefined && (
        <p className="text-ink-muted">{all.refusal}</p>
      )}
      {selection.kind === "ids" && isMore && all.refusal === undefined && (
        <Button
          variant="quiet"
          className="max-sm:px-2"
          aria-disabled={state === "selecting"}
          onClick={() => void selectAll()}
        >
          {allLabel}
        </Button>
      )}
      {/* Hides the icons on a narrow screen, so that two actions fit on one line. */}
      <div className="flex flex-wrap items-center gap-1.5 max-sm:order-last max-sm:basis-full max-sm:pb-1 max-sm:[&_.icon]:hidden">
        {actions}
      </div>
      <Button variant="quiet" className="max-sm:px-2" onClick={clear}>
        <X aria-hidden className="size-3.5" />
        <span className="max-sm:sr-only">{texts.clear}</span>
      </Button>
    </section>
  );
}
