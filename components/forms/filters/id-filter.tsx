"use client";

import { X } from "#components/ui/icon/icons.tsx";
import { shortenMiddle } from "#lib/format/format-id.ts";
import { filterTexts as texts } from "./filter-texts.ts";

/** A filter by the ID of a record. Another page sets it. On this page a person can only remove it. */
export function IDFilter({ name, id, onRemove }: { name: string; id: string; onRemove: () => void }) {
  return (
    <button
      type="button"
      aria-label={texts.remove(name, id)}
      title={texts.remove(name, id)}
      onClick={onRemove}
      className="chosen inline-flex h-8 max-w-full items-center gap-1.5 rounded-base border px-2.5 text-table"
    >
      {name}: <span className="truncate font-mono text-fine">{shortenMiddle(id)}</span>
      <X aria-hidden className="size-3.5 shrink-0" />
    </button>
  );
}
