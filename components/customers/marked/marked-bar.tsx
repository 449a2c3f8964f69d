"use client";

import type { ReactNode } from "react";
import { useCustomersView } from "#components/customers/use-customers-view.ts";
import { Pin, Tag, X } from "#components/ui/icon/icons.tsx";
import { KeepFocus } from "#components/ui/keep-focus.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { markOf } from "#lib/url-state/customers-view.ts";
import { markedMenuTexts as texts } from "./marked-menu-texts.ts";

/**
 * Names the console's own list that the page shows. If the person removes this filter, the page shows the API's list
 * again.
 */
export function MarkedBar({ environment, children }: { environment: Environment; children: ReactNode }) {
  const [view, change] = useCustomersView(environment);
  const mark = markOf(view);
  if (!mark) return null;
  const isTagged = "tag" in mark;
  const name = isTagged ? `${texts.tag}: ${mark.tag}` : texts.yourPins;
  const Icon = isTagged ? Tag : Pin;
  return (
    <KeepFocus className="flex flex-wrap items-center gap-2 print:hidden">
      <button
        type="button"
        aria-label={texts.remove(name)}
        onClick={() => change({ tag: [], pinned: false })}
        className="chosen flex h-8 max-w-full items-center gap-1.5 rounded-base border px-2.5 text-table"
      >
        <Icon aria-hidden className="size-4 shrink-0" />
        <bdi className="truncate">{name}</bdi>
        <X aria-hidden className="size-3.5 shrink-0" />
      </button>
      {children}
    </KeepFocus>
  );
}
