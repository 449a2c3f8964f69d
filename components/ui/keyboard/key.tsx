import type { ComponentProps } from "react";
import { classNames } from "#components/ui/class-names.ts";

/** A key, drawn as on a keyboard. */
export function KeyboardKey({ className, children, ...props }: ComponentProps<"kbd"> & { children: string }) {
  return (
    <kbd
      className={classNames(
        "inline-flex h-5 min-w-5 items-center justify-center rounded-small border border-line bg-surface px-1 font-sans text-fine text-ink-muted",
        className,
      )}
      {...props}
    >
      {children}
    </kbd>
  );
}
