"use client";

import { useCustomersLayout } from "#components/customers/layout-provider.tsx";
import { layoutTexts as texts } from "#components/customers/layout-texts.ts";
import { columnTexts } from "#components/customers/texts.ts";
import { announce } from "#components/ui/announcer.tsx";
import { Button, IconButton } from "#components/ui/button.tsx";
import { ChevronDown, ChevronUp } from "#components/ui/icon/icons.tsx";
import { densityNames } from "#components/ui/preferences/preferences-texts.ts";
import { Segmented } from "#components/ui/segmented.tsx";
import {
  type CustomerColumnID,
  customerColumnIDs,
  defaultCustomersLayout,
  isSameLayout,
} from "#lib/customers/customers-layout.ts";
import { densities } from "#lib/table-density.ts";

/** All columns in the order of the menu: first the visible columns in the table's order, then the hidden ones. */
function listed(shown: readonly CustomerColumnID[]): CustomerColumnID[] {
  return [...shown, ...customerColumnIDs.filter((column) => !shown.includes(column))];
}

/** Settings for the columns, their order, and the row height. */
export function ColumnsPanel() {
  const { layout, keptIn, setLayout } = useCustomersLayout();
  const { columns } = layout;
  const show = (columns: readonly CustomerColumnID[]) => setLayout({ ...layout, columns });
  const toggle = (column: CustomerColumnID) =>
    show(columns.includes(column) ? columns.filter((other) => other !== column) : [...columns, column]);
  const move = (column: CustomerColumnID, step: 1 | -1) => {
    const from = columns.indexOf(column);
    const to = from + step;
    if (to < 0 || to >= columns.length) return;
    show(columns.with(from, columns[to] as CustomerColumnID).with(to, column));
    announce(texts.moved(columnTexts[column], to + 2, columns.length + 1));
  };
  return (
    <>
      <div className="border-line border-b px-4 py-3 max-lg:hidden">
        <Segmented
          legend={texts.density}
          value={layout.density}
          options={densities.map((value) => ({ value, label: densityNames[value] }))}
          onChange={(density) => setLayout({ ...layout, density })}
        />
      </div>
      <p className="px-4 pt-3 font-medium text-table">
        {texts.shown}
        <span className="block font-normal text-fine text-ink-muted">{texts.company}</span>
      </p>
      <ul className="px-2 py-1">
        {listed(columns).map((column) => {
          const place = columns.indexOf(column);
          const name = columnTexts[column];
          return (
            <li key={column} className="flex items-center rounded-small hover:bg-sunken">
              <label className="flex h-8 flex-1 cursor-pointer items-center gap-2 px-2 text-table">
                <input type="checkbox" className="size-4" checked={place >= 0} onChange={() => toggle(column)} />
                {name}
              </label>
              {place >= 0 && (
                <>
                  <IconButton
                    size="small"
                    label={texts.moveUp(name)}
                    aria-disabled={place === 0}
                    onClick={() => move(column, -1)}
                  >
                    <ChevronUp aria-hidden className="size-3.5" />
                  </IconButton>
                  <IconButton
                    size="small"
                    label={texts.moveDown(name)}
                    aria-disabled={place === columns.length - 1}
                    onClick={() => move(column, 1)}
                  >
                    <ChevronDown aria-hidden className="size-3.5" />
                  </IconButton>
                </>
              )}
            </li>
          );
        })}
      </ul>
      <div className="flex items-center justify-between gap-3 border-line border-t px-4 py-2">
        <p className="text-fine text-ink-muted">{texts.note[keptIn]}</p>
        <Button
          variant="quiet"
          className="-me-3.25"
          aria-disabled={isSameLayout(layout, defaultCustomersLayout)}
          onClick={() => setLayout(defaultCustomersLayout)}
        >
          {texts.reset}
        </Button>
      </div>
    </>
  );
}
