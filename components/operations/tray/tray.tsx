"use client";

import { useState } from "react";
import { closePopover, Popover } from "#components/ui/dialog/popover.tsx";
import { CircleAlert, ListChecks, LoaderCircle } from "#components/ui/icon/icons.tsx";
import { lazyPart, loadsOnIntent } from "#components/ui/lazy/lazy-part.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { isInProgress } from "#lib/contract/operation-outcome.ts";
import { trayButtonTexts as texts } from "./tray-button-texts.ts";
import { countsOf } from "./tray-counts.ts";
import { trayEntriesToShow } from "./tray-entries.ts";
import { type TrayInitial, type TrayState, useTray } from "./use-tray.ts";

const TrayPanel = lazyPart(() => import("./tray-panel.tsx").then((module) => module.TrayPanel));
const TraySigns = lazyPart(() => import("./tray-signs.tsx").then((module) => module.TraySigns));

const trayID = "tray";

/** A number that is hidden from screen readers, because the button's name contains the number in words. */
function Count({ value }: { value: number }) {
  return <span data-count={value} className="before:content-[attr(data-count)]" />;
}

interface TrayProps {
  environment: Environment;
  /** True if the page has no environment. The tray then names the environment of its operations. */
  isElsewhere?: boolean;
  initial: TrayInitial;
}

/**
 * The person's running and newest operations in this environment. Every page has the tray. If the person closes all
 * tabs and opens a new tab, the tray still has its entries.
 */
export function Tray({ environment, isElsewhere = false, initial }: TrayProps) {
  const tray = useTray(environment, initial);
  const [isOpened, setOpened] = useState(false);
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const [first, setFirst] = useState<TrayState>();
  // Stores the first state, so that an operation is announced even if it ends before the code for announcements has
  // loaded.
  if (tray.asOf !== undefined && !first) setFirst(tray);
  const { asOf = "", problem, markSeen, dismiss } = tray;
  const entries = tray.entries.filter(({ isDismissed }) => !isDismissed);
  const runs = tray.runs.filter(({ isDismissed }) => !isDismissed);
  const { running, unseen } = countsOf(tray);
  const hasSigns = tray.entries.length > 0 || tray.runs.length > 0;
  return (
    <>
      {first && hasSigns && (
        <TraySigns icon={isElsewhere ? "/icon.svg" : `/icon-${environment}.svg`} tray={tray} first={first} />
      )}
      <button
        type="button"
        popoverTarget={trayID}
        {...loadsOnIntent(TrayPanel)}
        title={texts.label(running, unseen)}
        className="inline-flex h-8 min-w-8 shrink-0 items-center justify-center gap-1.5 rounded-base px-1.5 font-medium text-ink-muted text-table max-[27rem]:gap-1 max-[27rem]:px-1 hover:bg-sunken hover:text-ink"
      >
        <span className="sr-only">{texts.label(running, unseen)}</span>
        {running === 0 && unseen === 0 && <ListChecks aria-hidden className="size-4" />}
        {running > 0 && (
          <span aria-hidden className="inline-flex items-center gap-1 text-progress">
            <LoaderCircle aria-hidden className="size-4 animate-spin" />
            <Count value={running} />
          </span>
        )}
        {unseen > 0 && (
          <span aria-hidden className="inline-flex items-center gap-1 text-negative">
            <CircleAlert aria-hidden className="size-4" />
            <Count value={unseen} />
          </span>
        )}
      </button>
      <Popover
        id={trayID}
        align="end"
        role="group"
        aria-label={texts.title}
        className="w-96"
        onToggle={({ newState }) => {
          setOpened(true);
          const unseenKeys = [...entries, ...runs].filter(({ isSeen }) => !isSeen).map(({ key }) => key);
          const shown = trayEntriesToShow(entries, newState === "open" ? new Set(unseenKeys) : fresh);
          if (newState === "open") setFresh(new Set(unseenKeys));
          // Only the entries that the tray shows become seen.
          const endedKeys = shown.filter(({ outcome }) => !isInProgress(outcome)).map(({ key }) => key);
          markSeen([...endedKeys, ...runs.filter(({ isActive }) => !isActive).map(({ key }) => key)]);
        }}
      >
        {isOpened && (
          <TrayPanel
            environment={environment}
            isElsewhere={isElsewhere}
            problem={problem}
            entries={entries}
            runs={runs}
            asOf={asOf}
            fresh={fresh}
            onFollow={() => closePopover(trayID)}
            onDismiss={dismiss}
          />
        )}
      </Popover>
    </>
  );
}
