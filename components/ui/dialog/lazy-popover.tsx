"use client";

import { type ComponentProps, useState } from "react";
import { Popover } from "./popover.tsx";

/** A popover whose content is there from the first time that it is opened: neither the document nor the first rendering has it. */
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
