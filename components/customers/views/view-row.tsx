"use client";

import { useQuery } from "@tanstack/react-query";
import { Check, Pencil, Trash2, Users } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { IconButton } from "#components/ui/button.tsx";
import { Count } from "#components/ui/count.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import type { SavedView } from "#lib/contract/view.ts";
import { viewCountQueryOptions } from "#lib/query/views.ts";
import { viewTexts as texts } from "./view-texts.ts";

interface ViewRowProps {
  environment: Environment;
  view: SavedView;
  current: boolean;
  /** The menu is open: its counts may be asked for. */
  counted: boolean;
  mayChange: boolean;
  onApply: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

/** A saved view in the menu. How many customers it shows is asked for once the row is in sight. */
export function ViewRow({ environment, view, current, counted, mayChange, onApply, onEdit, onDelete }: ViewRowProps) {
  const row = useRef<HTMLLIElement>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (!counted || seen || !row.current) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    observer.observe(row.current);
    return () => observer.disconnect();
  }, [counted, seen]);
  const count = useQuery({ ...viewCountQueryOptions(environment, view), enabled: counted && seen });
  return (
    <li ref={row} className="flex items-center rounded-small hover:bg-sunken">
      <button
        type="button"
        aria-current={current ? "true" : undefined}
        onClick={onApply}
        className="flex min-h-8 min-w-0 flex-1 items-center gap-2 rounded-small px-2 text-start text-table -outline-offset-1"
      >
        <span className="flex size-4 shrink-0 items-center">
          {current && <Check aria-label={texts.current} className="size-4 text-accent" />}
        </span>
        <span className="min-w-0 flex-1 truncate">
          <bdi className={current ? "font-medium text-accent" : ""}>{view.name}</bdi>
          {!view.mine && <span className="text-ink-muted"> {texts.by(view.owner.name)}</span>}
        </span>
        {view.mine && view.shared && (
          <Users aria-label={texts.sharedMark} className="size-3.5 shrink-0 text-ink-muted" />
        )}
        <span className="shrink-0 text-ink-muted">{count.data && <Count value={count.data.total} />}</span>
      </button>
      {mayChange && (
        <>
          <IconButton size="small" label={texts.edit(view.name)} onClick={onEdit}>
            <Pencil aria-hidden className="size-3.5" />
          </IconButton>
          <IconButton size="small" label={texts.remove(view.name)} onClick={onDelete}>
            <Trash2 aria-hidden className="size-3.5" />
          </IconButton>
        </>
      )}
    </li>
  );
}
