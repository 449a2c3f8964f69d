"use client";

import { useId } from "react";
import { IconButton } from "#components/ui/button.tsx";
import { Count } from "#components/ui/count.tsx";
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from "#components/ui/icon/icons.tsx";
import { lastPageOffset, type PageOffsets, pageOffsets } from "./page-position.ts";
import { pagerTexts as texts } from "./texts.ts";

interface PagerProps<Size extends number> {
  /** The accessible name of the group of buttons. */
  label: string;
  total: number;
  limit: Size;
  offset: number;
  pageSizes: readonly Size[];
  onOffset: (offset: number) => void;
  onLimit: (limit: Size) => void;
  /** Called when the person hovers or focuses the button to the next page. */
  onNextIntent?: () => void;
}

const buttons = [
  ["first", ChevronFirst],
  ["previous", ChevronLeft],
  ["next", ChevronRight],
  ["last", ChevronLast],
] as const satisfies [keyof PageOffsets, unknown][];

/**
 * The page size and the four page buttons. A button that has no page to go to stays focusable. Otherwise the focus
 * would be lost on the first and last page.
 */
export function Pager<Size extends number>(props: PagerProps<Size>) {
  const { label, total, limit, offset, pageSizes, onOffset, onLimit, onNextIntent } = props;
  const sizeID = useId();
  const moves = pageOffsets(total, limit, offset);
  return (
    <nav
      aria-label={label}
      className="flex min-h-11 flex-wrap items-center gap-x-6 gap-y-1 border-line border-t bg-surface px-4 py-1.5 text-table text-ink-muted print:hidden"
    >
      <div className="flex items-center gap-2">
        <label htmlFor={sizeID}>{texts.rowsPerPage}</label>
        <select
          id={sizeID}
          value={limit}
          onChange={(event) => {
            const size = pageSizes.find((candidate) => String(candidate) === event.target.value);
            if (size !== undefined) onLimit(size);
          }}
          className="h-7 rounded-base border border-line bg-surface ps-2 pe-1 text-ink hover:border-line-strong"
        >
          {pageSizes.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </select>
      </div>
      <div className="ms-auto flex items-center gap-4">
        <p>
          {texts.page} <Count value={Math.floor(offset / limit) + 1} /> {texts.of}{" "}
          <Count value={lastPageOffset(total, limit) / limit + 1} />
        </p>
        <div className="flex gap-0.5">
          {buttons.map(([move, Icon]) => {
            const to = moves[move];
            return (
              <IconButton
                key={move}
                label={texts[move]}
                aria-disabled={to === undefined}
                onClick={() => to !== undefined && onOffset(to)}
                {...(move === "next" && { onPointerEnter: onNextIntent, onFocus: onNextIntent })}
              >
                <Icon aria-hidden className="size-4" />
              </IconButton>
            );
          })}
        </div>
      </div>
    </nav>
  );
}
