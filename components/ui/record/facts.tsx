import type { ReactNode } from "react";
import { classNames } from "#components/ui/class-names.ts";
import { Timestamp } from "#components/ui/time/timestamp.tsx";

interface FactsProps {
  children: ReactNode;
  /**
   * True if the facts are in one row, each as wide as its value. Use this for a few facts that would not fill the
   * columns.
   */
  isRow?: boolean;
  /** True for short facts. Two short facts are then side by side even on a phone. */
  isDense?: boolean;
  className?: string;
}

/**
 * Facts about one thing, each with a name and a value. Uses as many columns as fit, and four at most. `isRow` and
 * `isDense` replace this layout.
 */
export function Facts({ children, isRow = false, isDense = false, className }: FactsProps) {
  return (
    <dl
      className={classNames(
        "gap-y-3 px-4 py-3",
        isRow
          ? "flex flex-wrap gap-x-12 max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-4 print:gap-x-8"
          : classNames(
              "grid gap-x-6",
              isDense
                ? "grid-cols-[repeat(auto-fill,minmax(8rem,1fr))]"
                : "grid-cols-[repeat(auto-fill,minmax(min(100%,max(16rem,25%-1.125rem)),1fr))]",
            ),
        className,
      )}
    >
      {children}
    </dl>
  );
}

/** One fact. Renders nothing if the value is unknown. */
export function FactRow({ name, children, className }: { name: ReactNode; children: ReactNode; className?: string }) {
  if (children === undefined || children === null || children === false || children === "") return null;
  return (
    <div className={classNames("min-w-0", className)}>
      <dt className="text-fine text-ink-muted">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

/** A time to the minute. Renders nothing if the time is unknown. */
export function TimeFact({ name, at }: { name: ReactNode; at: string | undefined }) {
  return <FactRow name={name}>{at && <Timestamp value={at} detail="minute" />}</FactRow>;
}
