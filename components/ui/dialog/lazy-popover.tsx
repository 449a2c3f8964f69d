"use client";

import { type ComponentProps, useState } from "react";
import { Popover } from "./popover.tsx";

/**
 * A popover whose content is rendered only after the person has opened it. Before that, the document does not contain
 * the content.
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
