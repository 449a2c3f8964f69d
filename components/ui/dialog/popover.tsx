"use client";

import { type ComponentProps, type ReactNode, useEffect } from "react";
import { classNames } from "#components/ui/class-names.ts";

interface PopoverProps extends Omit<ComponentProps<"div">, "popover"> {
  id: string;
  /** The edge of its button that it lines up with. */
  align?: "start" | "end";
  children: ReactNode;
}

/**
 * The native popover: light dismissal, Escape and returning the focus to its button are built in. A button opens it by
 * `popoverTarget={id}`, which makes that button its anchor, also before hydration: then it looks like loading content
 * (app/globals.css), and `onToggle` is called after hydration.
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

/** Closes a popover by its ID; focus goes back to the button that opened it. */
export function closePopover(id: string): void {
  document.getElementById(id)?.hidePopover();
}
