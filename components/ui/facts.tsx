import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

/** Facts about one thing, each a name and a value, in as many columns as there is room for. */
export function Facts({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <dl
      className={classNames(
        "grid grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] gap-x-6 gap-y-3 px-4 py-3",
        className,
      )}
    >
      {children}
    </dl>
  );
}

/** One of them. Nothing is shown for what nobody knows. */
export function Fact({ name, children, className }: { name: string; children: ReactNode; className?: string }) {
  if (children === undefined || children === null || children === false || children === "") return null;
  return (
    <div className={classNames("min-w-0", className)}>
      <dt className="text-fine text-ink-muted">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
