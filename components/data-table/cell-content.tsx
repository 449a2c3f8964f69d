import type { Cell, RowData } from "@tanstack/react-table";
import { showBidiControls } from "#lib/jsx/show-bidi-controls.ts";
import type { DataTableFeatures } from "./features.ts";

/**
 * What a column shows in a cell. Its renderer is called: mounted as a component, as FlexRender does, every cell would
 * be mounted again as soon as a page makes its columns again, and whatever has the focus in one would lose it.
 */
export function CellContent<Row extends RowData>({ cell }: { cell: Cell<DataTableFeatures, Row, unknown> }) {
  const { cell: render } = cell.column.columnDef;
  const content = typeof render === "function" ? render(cell.getContext()) : render;
  // Text that is in no element of its own is not made inert by JSX.
  return typeof content === "string" ? showBidiControls(content) : content;
}
