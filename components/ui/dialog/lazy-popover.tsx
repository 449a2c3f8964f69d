"use client";

import { type ComponentProps, useState } from "react";
import { Popover } from "./popover.tsx";

/**
 * A popover whose content is rendered from the first opening on: it is in neither the document nor the first render.
 */
export function LazyPopover({ onToggle, children, ...props }: ComponentProps<typeof Popover>) {
  const [isOpened, setOpened] = useState(false);
  return (
    <Popover
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
