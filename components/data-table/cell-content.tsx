import type { Cell, RowData } from "@tanstack/react-table";
import { showBidiControls } from "#lib/jsx/show-bidi-controls.ts";
import type { DataTableFeatures } from "./features.ts";

/**
 * The content of a cell. It calls the column's renderer instead of mounting it as a component, as FlexRender does:
 * otherwise every cell would be mounted again whenever a page creates its columns again, and an element in it would
 * lose the focus.
 */
export function CellContent<Row extends RowData>({ cell }: { cell: Cell<DataTableFeatures, Row, unknown> }) {
  const { cell: render } = cell.column.columnDef;
  const content = typeof render === "function" ? render(cell.getContext()) : render;
  // JSX does not neutralize bidirectional control characters in a plain string.
  return typeof content === "string" ? showBidiControls(content) : content;
}
