"use client";

import { useRef } from "react";
import { useIsKnownOn } from "#components/customers/known-provider.tsx";
import { useCustomersView } from "#components/customers/use-customers-view.ts";
import { useNumberLocale } from "#components/ui/count.tsx";
import { LazyPopover } from "#components/ui/dialog/lazy-popover.tsx";
import { ChevronDown, ListFilter, X } from "#components/ui/icon/icons.tsx";
import { KeepFocus, keepFocusProps } from "#components/ui/keep-focus.tsx";
import { lazyPart, loadsOnIntent } from "#components/ui/lazy/lazy-part.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { setFilters, knownFilterTexts as texts } from "./filter-texts.ts";
import { panelID } from "./panel-id.ts";

const FilterPanel = lazyPart(() => import("./filter-panel.tsx").then((module) => module.FilterPanel));

/**
 * The filters that the API does not have. One button opens their panel. Each active filter has a button that removes
 * it. The panel loads when it is opened.
 */
export function KnownFilters({ environment }: { environment: Environment }) {
  const [view, change] = useCustomersView(environment);
  const isOn = useIsKnownOn();
  const locale = useNumberLocale();
  /** True after the first change in the open panel. All changes until the panel closes share one history entry. */
  const hasChanged = useRef(false);
  const filters = setFilters(view, locale);
  return (
    <KeepFocus className="contents">
      {isOn && (
        <>
          <button
            type="button"
            popoverTarget={panelID}
            {...keepFocusProps}
            {...loadsOnIntent(FilterPanel)}
            aria-label={texts.open(filters.length)}
            className="filter-chip border-line bg-surface px-2.5 gap-1.5 hover:border-line-strong"
          >
            <ListFilter aria-hidden className="size-4 shrink-0" />
            {texts.button}
            <ChevronDown aria-hidden className="size-3.5 shrink-0 text-ink-muted" />
          </button>
          <LazyPopover
            id={panelID}
            role="group"
            aria-label={texts.button}
            className="filter-sheet"
            onToggle={() => {
              hasChanged.current = false;
            }}
          >
            <FilterPanel
              environment={environment}
              view={view}
              onChange={(changes) => {
                change(changes, hasChanged.current ? "replace" : "push");
                hasChanged.current = true;
              }}
            />
          </LazyPopover>
        </>
      )}
      {filters.map(({ id, label, removal }) => (
        <button
          key={id}
          type="button"
          aria-label={texts.remove(label)}
          title={texts.remove(label)}
          onClick={() => change(removal)}
          className="chosen flex h-8 min-w-0 max-w-full items-center gap-1.5 rounded-base border px-2.5 text-table"
        >
          <bdi className="truncate">{label}</bdi>
          <X aria-hidden className="size-3.5 shrink-0" />
        </button>
      ))}
    </KeepFocus>
  );
}
