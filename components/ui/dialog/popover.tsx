"use client";

import { type ComponentProps, type ReactNode, useEffect } from "react";
import { classNames } from "#components/ui/class-names.ts";

interface PopoverProps extends Omit<ComponentProps<"div">, "popover"> {
  id: string;
  /** Which edges of the popover and its button are aligned. */
  align?: "start" | "end";
  children: ReactNode;
}

/**
 * The native popover. The browser closes it on Escape and on a press outside, and returns the focus to its button. A
 * button with `popoverTarget={id}` opens the popover beside itself. This also works before hydration. The popover then
 * shows a placeholder (app/globals.css), and `onToggle` is called after hydration.
 */
export function Popover({ id, align = "start", className, children, ...props }: PopoverProps) {
  useEffect(() => {
    const element = document.getElementById(id);
    if (!element?.matches(":popover-open")) return;
    element.dispatchEvent(new ToggleEvent("toggle", { oldState: "closed", newState: "open" }));
  }, [id]);
  return (
    <div
      id={id}
      popover="auto"
      className={classNames("anchored", align === "end" && "anchored-end", className)}
      {...props}
    >
      {children}
    </div>
  );
}

/** Closes the popover with this ID. The focus returns to the button that opened it. */
export function closePopover(id: string): void {
  document.getElementById(id)?.hidePopover();
}
