"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useIsKnownOn } from "#components/customers/known-provider.tsx";
import { IconButton } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { Count } from "#components/ui/count.tsx";
import { Check, Pencil, Star, Trash2, Users } from "#components/ui/icon/icons.tsx";
import type { SavedView } from "#lib/contract/console/view.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { isRecordView, viewCountQueryOptions } from "#lib/query/customers/views.ts";
import { viewTexts as texts } from "./view-texts.ts";

interface ViewRowProps {
  environment: Environment;
  view: SavedView;
  current: boolean;
  /** True while the menu is open. The view's customers are counted only then. */
  counted: boolean;
  mayChange: boolean;
  /** True if this person's customers page opens with this view. */
  isDefault: boolean;
  onDefault: (isDefault: boolean) => void;
  onApply: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

/**
 * A saved view in the menu. Its customers are counted when the row becomes visible, if the console can apply its
 * filters.
 */
export function ViewRow(props: ViewRowProps) {
  const { environment, view, current, counted, mayChange, isDefault, onDefault, onApply, onEdit, onDelete } = props;
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
  const isKnownOn = useIsKnownOn();
  const isCounted = counted && seen && (isKnownOn || !isRecordView(view));
  const count = useQuery({ ...viewCountQueryOptions(environment, view), enabled: isCounted });
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
        <span className="shrink-0 text-ink-muted">{isCounted && count.data && <Count value={count.data.total} />}</span>
      </button>
      <IconButton
        size="small"
        label={isDefault ? texts.isDefault(view.name) : texts.makeDefault(view.name)}
        aria-pressed={isDefault}
        onClick={() => onDefault(!isDefault)}
      >
        <Star aria-hidden className={classNames("size-3.5", isDefault && "fill-current text-accent")} />
      </IconButton>
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
