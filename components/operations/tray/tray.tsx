"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { closePopover, Popover } from "#components/ui/dialog/popover.tsx";
import { EnvironmentMark } from "#components/ui/environment/environment-mark.tsx";
import { Bell, CircleAlert, ListChecks, LoaderCircle } from "#components/ui/icon/icons.tsx";
import { lazyPart, loadsOnIntent } from "#components/ui/lazy/lazy-part.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { isInProgress } from "#lib/contract/operation-outcome.ts";
import { knownJob } from "#lib/operations/operation-outcome.ts";
import { pages } from "#lib/paths.ts";
import { attentionCountOptions } from "#lib/query/console/attention.ts";
import { trayEntriesToShow } from "./tray-entries.ts";
import { trayTexts as texts } from "./tray-texts.ts";
import { useFaviconProgress } from "./use-favicon-progress.ts";
import { useRunNews } from "./use-run-news.ts";
import { useTitleProgress } from "./use-title-progress.ts";
import { type TrayEntry, type TrayInitial, type TrayState, useTray } from "./use-tray.ts";
import { useNotificationSetting, useTrayNotifications } from "./use-tray-notifications.ts";

const TrayList = lazyPart(() => import("./tray-list.tsx").then((module) => module.TrayList));

const trayID = "tray";

/** The average progress of the running jobs, where the API provides it. */
function averageProgress(running: readonly TrayEntry[]): number | undefined {
  const known = running.flatMap(({ operation, live }) => knownJob(operation, live)?.progress ?? []);
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0) / known.length;
}

/** How much runs, and how much needs attention and was not seen yet; bulk changes and imports included. */
function countsOf({ running, unseen, runs }: TrayState): { running: number; unseen: number } {
  const atWork = runs.filter(({ isActive }) => isActive).length;
  const waiting = runs.filter(({ isSeen, needsPerson }) => !isSeen && needsPerson).length;
  return { running: running.length + atWork, unseen: unseen.length + waiting };
}

function useSigns(icon: string, tray: TrayState): void {
  useTrayNotifications(tray.entries, tray.asOf);
  useRunNews(tray.runs, tray.runsAsOf);
  const { running, unseen } = countsOf(tray);
  useTitleProgress(running);
  const isMarked = running > 0 || unseen > 0;
  const mark = { progress: averageProgress(tray.running), needsAttention: running === 0 };
  useFaviconProgress(icon, isMarked ? mark : undefined);
}

function Notify() {
  const [state, { ask, turnOff }] = useNotificationSetting();
  if (state === "none") return null;
  if (state === "denied") return <p className="px-3 py-1 text-fine text-ink-muted">{texts.notifyDenied}</p>;
  if (state === "off") {
    return (
      <Button variant="quiet" onClick={ask}>
        <Bell aria-hidden className="size-3.5" />
        {texts.notify}
      </Button>
    );
  }
  return (
    <p className="flex items-center gap-1 text-fine text-ink-muted">
      {texts.notifyOn}
      <Button variant="quiet" onClick={turnOff}>
        {texts.notifyOff}
      </Button>
    </p>
  );
}

/** What waits for this person in all environments: by the same registry as the page that it leads to. */
function WaitingLine() {
  const { data } = useQuery(attentionCountOptions());
  if (!data || data.mine === 0) return null;
  return (
    <p className="border-line border-t px-4 py-2">
      <Link
        href={pages.attention("mine=true")}
        prefetch={false}
        onClick={() => closePopover(trayID)}
        className="text-accent hover:underline"
      >
        {texts.waiting(data.mine)}
      </Link>
    </p>
  );
}

/** Drawn, not written: the button's name says it in words, and two bare numbers are no part of that. */
function Count({ value }: { value: number }) {
  return <span data-count={value} className="before:content-[attr(data-count)]" />;
}

interface TrayProps {
  environment: Environment;
  /** Whether the page belongs to no environment: then the tray says whose operations these are. */
  isElsewhere?: boolean;
  initial: TrayInitial;
}

/** The person's running and latest writes in this environment, on every page: it survives every closed tab. */
export function Tray({ environment, isElsewhere = false, initial }: TrayProps) {
  const tray = useTray(environment, initial);
  const [isOpened, setOpened] = useState(false);
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  useSigns(isElsewhere ? "/icon.svg" : `/icon-${environment}.svg`, tray);
  const { asOf = "", problem, markSeen, dismiss } = tray;
  const entries = tray.entries.filter(({ isDismissed }) => !isDismissed);
  const runs = tray.runs.filter(({ isDismissed }) => !isDismissed);
  const { running, unseen } = countsOf(tray);
  const ended = [
    ...entries.filter(({ outcome }) => !isInProgress(outcome)).map(({ key }) => key),
    ...runs.filter(({ isOver }) => isOver).map(({ key }) => key),
  ];
  return (
    <>
      <button
        type="button"
        popoverTarget={trayID}
        {...loadsOnIntent(TrayList)}
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
          // What there was no room for is still to be seen.
          const seen = shown.filter(({ outcome }) => !isInProgress(outcome)).map(({ key }) => key);
          markSeen([...seen, ...runs.filter(({ isActive }) => !isActive).map(({ key }) => key)]);
        }}
      >
        <div className="border-line border-b px-4 py-2.5">
          <h2 className="flex items-center justify-between gap-2 font-semibold">
            {texts.title}
            {isElsewhere && <EnvironmentMark environment={environment} />}
          </h2>
          <div className="flex items-center justify-between gap-2">
            <p className="text-fine text-ink-muted">{texts.period}</p>
            {ended.length > 1 && (
              <Button variant="quiet" onClick={() => dismiss(ended)}>
                {texts.dismissAll}
              </Button>
            )}
          </div>
        </div>
        {problem && (
          <p role="status" className="border-line border-b bg-negative-soft px-4 py-2 text-table wrap-anywhere">
            {texts.failed} {problem.detail}
          </p>
        )}
        {isOpened && (
          <TrayList
            entries={entries}
            runs={runs}
            asOf={asOf}
            fresh={fresh}
            onFollow={() => closePopover(trayID)}
            onDismiss={dismiss}
          />
        )}
        <WaitingLine />
        <div className="flex flex-wrap items-center justify-between gap-2 border-line border-t px-1 py-2">
          <Link
            href={pages.operations(environment, "mine=true")}
            prefetch={false}
            onClick={() => closePopover(trayID)}
            className={buttonClass("quiet")}
          >
            {texts.all}
          </Link>
          <Notify />
        </div>
      </Popover>
    </>
  );
}
