import { classNames } from "#components/ui/class-names.ts";
import type { ColumnStyle } from "./features.ts";

const rows = Array.from({ length: 12 }, (_, index) => index);
const widths = ["w-3/5", "w-4/5", "w-1/2", "w-2/3"] as const;

/** The column widths for the placeholder of a table. Omits the columns that are hidden by default. */
export const columnWidths = (columns: readonly { meta?: ColumnStyle | undefined }[]): string[] =>
  columns.filter(({ meta }) => !meta?.isOptional).map(({ meta }) => meta?.width.replace("w-auto", "flex-1") ?? "");

interface CardHeight {
  /** The class for the height of a card on a phone. Default: a name and two lines of values. */
  card?: string | undefined;
}

interface ListSkeletonProps extends CardHeight {
  columns: Parameters<typeof columnWidths>[0];
  label: string;
}

/** The placeholder of a list with a line above its table. */
export function ListSkeleton({ columns, ...table }: ListSkeletonProps) {
  return (
    <div className="flex flex-col gap-2">
      <div className="min-h-12" />
      <DataTableSkeleton columns={columnWidths(columns)} {...table} />
    </div>
  );
}

interface DataTableSkeletonProps extends CardHeight {
  columns: readonly string[];
  label: string;
}

/** A placeholder in the shape of the table. It appears only if loading takes noticeable time. */
export function DataTableSkeleton({ columns, label, card = "max-sm:h-[85px]" }: DataTableSkeletonProps) {
  return (
    <div className="animate-late">
      <p role="status" className="sr-only">
        {label}
      </p>
      <div aria-hidden className="overflow-clip rounded-base border border-line bg-surface">
        <div className="flex h-9 border-line border-b cards:hidden" />
        {rows.map((row) => (
          <div
            key={row}
            className={classNames("flex h-9 items-center border-line border-b last:border-b-0 sm:cards:h-24", card)}
          >
            {columns.map((width, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: widths may repeat, and the columns never move
              <div key={column} className={classNames("px-3 first:ps-4", width, column > 0 && "cards:hidden")}>
                <div className={classNames("skeleton-line", widths[(row + column) % 4])} />
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
