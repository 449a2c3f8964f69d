"use client";

import { lastPageOffset } from "#components/data-table/page-position.ts";
import { Button } from "#components/ui/button.tsx";
import { Count } from "#components/ui/count.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import type { CustomersView, WindowPreset } from "#lib/customers-view.ts";
import { customerForms, customersTexts, emptyTexts, widenNames } from "./texts.ts";
import { widerWindows } from "./wider-windows.ts";

interface NoCustomersProps {
  view: CustomersView;
  /** How many match, which is not none when the page is past the end. */
  total: number;
  onChange: (change: Partial<CustomersView>) => void;
}

function Widen({ presets, onChange }: { presets: readonly WindowPreset[]; onChange: NoCustomersProps["onChange"] }) {
  return presets.map((window, index) => (
    <Button
      key={window}
      variant={index === presets.length - 1 ? "primary" : "secondary"}
      onClick={() => onChange({ window })}
    >
      {widenNames[window]}
    </Button>
  ));
}

/** Why no row is there, and the way to some. */
export function NoCustomers({ view, total, onChange }: NoCustomersProps) {
  if (total > 0) {
    return (
      <EmptyState
        title={customersTexts.pastTheEnd}
        actions={
          <Button variant="primary" onClick={() => onChange({ offset: lastPageOffset(total, view.limit) })}>
            {customersTexts.lastPage}
          </Button>
        }
      >
        <Count value={total} forms={customerForms} />
      </EmptyState>
    );
  }
  const wider = widerWindows(view.window, view.searchTerm !== "");
  if (view.searchTerm !== "") {
    const { title, reason } = emptyTexts.search(view.searchTerm, view.window);
    return (
      <EmptyState
        title={title}
        actions={
          <>
            <Widen presets={wider} onChange={onChange} />
            <Button onClick={() => onChange({ searchTerm: "" })}>{customersTexts.clearSearch}</Button>
          </>
        }
      >
        {reason} {!view.includeDeleted && emptyTexts.deletedHint}
      </EmptyState>
    );
  }
  const { title, reason } = view.window === "all" ? emptyTexts.nothing : emptyTexts.window(view.window);
  return (
    <EmptyState title={title} actions={wider.length > 0 && <Widen presets={wider} onChange={onChange} />}>
      {reason} {!view.includeDeleted && emptyTexts.deletedHint}
    </EmptyState>
  );
}
