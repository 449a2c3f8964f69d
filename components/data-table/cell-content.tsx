import type { Cell, RowData } from "@tanstack/react-table";
import { showBidiControls } from "#lib/jsx/show-bidi-controls.ts";
import type { DataTableFeatures } from "./features.ts";

/**
 * The content of a cell. Calls the column's renderer as a function. FlexRender would mount the renderer as a component.
 * A page that creates its columns again would then mount every cell again, and a focused element in a cell would lose
 * the focus.
 */
export function CellContent<Row extends RowData>({ cell }: { cell: Cell<DataTableFeatures, Row, unknown> }) {
  const { cell: render } = cell.column.columnDef;
  const content = typeof render === "function" ? render(cell.getContext()) : render;
  // JSX neutralizes bidirectional control characters only inside elements, not in a plain string.
  return typeof content === "string" ? showBidiControls(content) : content;
}
