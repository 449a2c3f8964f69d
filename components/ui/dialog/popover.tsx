"use client";

import type { ComponentProps, ReactNode } from "react";
import { classNames } from "#components/ui/class-names.ts";

interface PopoverProps extends Omit<ComponentProps<"div">, "popover"> {
  id: string;
  /** The edge of its button that it lines up with. */
  align?: "start" | "end";
  children: ReactNode;
}

/**
 * The platform's own popover: light dismissal, Escape and focus back to its button come with it.
 * A button opens it by `popoverTarget={id}`, which makes that button its anchor.
 */
export function Popover({ id, align = "start", className, children, ...props }: PopoverProps) {
  return (
    <div
      id={id}
      popover="auto"
      className={classNames(
        "anchored rounded-base border border-line bg-raised text-ink shadow-float",
        align === "end" && "anchored-end",
        className,
      )}
      {...props}
    >
      {children}
    </div>
  );
}

/** Closes a popover by its ID; focus goes back to the button that opened it. */
export function closePopover(id: string): void {
  document.getElementById(id)?.hidePopover();
}
