import type { Cell, RowData } from "@tanstack/react-table";
import { showBidiControls } from "#lib/jsx/show-bidi-controls.ts";
import type { DataTableFeatures } from "./features.ts";

/**
 * Renders a cell by calling the column's renderer as a function. FlexRender would mount the renderer as a component. If
 * the page then recreated its columns, every cell would mount again, and the focused element would lose the focus.
 */
export function CellContent<Row extends RowData>({ cell }: { cell: Cell<DataTableFeatures, Row, unknown> }) {
  const { cell: render } = cell.column.columnDef;
  const content = typeof render === "function" ? render(cell.getContext()) : render;
  // JSX neutralizes bidirectional control characters only inside elements. A plain string needs this call.
  return typeof content === "string" ? showBidiControls(content) : content;
}
