"use client";

import { type ComponentProps, useEffect, useState } from "react";
import { Popover } from "./popover.tsx";

/**
 * A popover whose content is there from the first time that it is opened: neither the document nor the first
 * rendering has it. The platform also opens it before the page is hydrated; then its content appears with the hydration.
 */
export function LazyPopover({ id, onToggle, children, ...props }: ComponentProps<typeof Popover>) {
  const [isOpened, setOpened] = useState(false);
  useEffect(() => {
    if (document.getElementById(id)?.matches(":popover-open")) setOpened(true);
  }, [id]);
  return (
    <Popover
      id={id}
      {...props}
      onToggle={(event) => {
        setOpened(true);
        onToggle?.(event);
      }}
    >
      {isOpened && children}
    </Popover>
  );
}
