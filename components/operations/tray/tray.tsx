"use client";

import { Bell, CircleAlert, ListChecks, LoaderCircle } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { closePopover, Popover } from "#components/ui/popover.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import type { OperationList } from "#lib/contract/operation.ts";
import { knownJob } from "#lib/operation-outcome.ts";
import { pages } from "#lib/paths.ts";
import { TrayList } from "./tray-list.tsx";
import { shownInTray } from "./tray-shown.ts";
import { trayTexts as texts } from "./tray-texts.ts";
import { useFaviconProgress } from "./use-favicon-progress.ts";
import { useTitleProgress } from "./use-title-progress.ts";
import { type TrayEntry, type TrayState, useTray } from "./use-tray.ts";
import { useNotifying, useTrayNews } from "./use-tray-news.ts";

const trayID = "tray";

/** The average progress of the running jobs, where the API provides it. */
function averageProgress(running: readonly TrayEntry[]): number | undefined {
  const known = running.flatMap(({ operation, live }) => knownJob(operation, live)?.progress ?? []);
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0) / known.length;
}

function useSigns(environment: Environment, { entries, asOf, running, unseen }: TrayState): void {
  useTrayNews(entries, asOf);
  useTitleProgress(running.length);
  const isMarked = running.length > 0 || unseen.length > 0;
  const mark = { progress: averageProgress(running), needsAttention: running.length === 0 };
  useFaviconProgress(`/icon-${environment}.svg`, isMarked ? mark : undefined);
}

function Notify() {
  const [state, { ask, turnOff }] = useNotifying();
  if (state === "none") return null;
  if (state === "denied") return <p className="text-fine text-ink-muted">{texts.notifyDenied}</p>;
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

/** Drawn, not written: the button's name says it in words, and two bare numbers are no part of that. */
function Count({ value }: { value: number }) {
  return <span data-count={value} className="before:content-[attr(data-count)]" />;
}

interface TrayProps {
  environment: Environment;
  /** What the server read for this page; without it the browser asks. */
  initial?: OperationList | undefined;
}

/** The person's running and latest writes in this environment, on every page: it survives every closed tab. */
export function Tray({ environment, initial }: TrayProps) {
  const tray = useTray(environment, initial);
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  useSigns(environment, tray);
  const { entries, asOf = "", running, unseen, problem, markSeen } = tray;
  return (
    <>
      <button
        type="button"
        popoverTarget={trayID}
        title={texts.label(running.length, unseen.length)}
        className="inline-flex h-8 min-w-8 shrink-0 items-center justify-center gap-1.5 rounded-base px-1.5 font-medium text-ink-muted text-table max-[27rem]:gap-1 max-[27rem]:px-1 hover:bg-sunken hover:text-ink"
      >
        <span className="sr-only">{texts.label(running.length, unseen.length)}</span>
        {running.length === 0 && unseen.length === 0 && <ListChecks aria-hidden className="size-4" />}
        {running.length > 0 && (
          <span aria-hidden className="inline-flex items-center gap-1 text-progress">
            <LoaderCircle aria-hidden className="size-4 animate-spin" />
            <Count value={running.length} />
          </span>
        )}
        {unseen.length > 0 && (
          <span aria-hidden className="inline-flex items-center gap-1 text-negative">
            <CircleAlert aria-hidden className="size-4" />
            <Count value={unseen.length} />
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
          const unseenKeys = entries.filter(({ isSeen }) => !isSeen).map(({ key }) => key);
          const shown = shownInTray(entries, newState === "open" ? new Set(unseenKeys) : fresh);
          if (newState === "open") setFresh(new Set(unseenKeys));
          // What there was no room for is still to be seen.
          markSeen(shown);
        }}
      >
        <div className="border-line border-b px-4 py-2.5">
          <h2 className="font-semibold">{texts.title}</h2>
          <p className="text-fine text-ink-muted">{texts.period}</p>
        </div>
        {problem && (
          <p role="status" className="border-line border-b bg-negative-soft px-4 py-2 text-table wrap-anywhere">
            {texts.failed} {problem.detail}
          </p>
        )}
        <TrayList entries={entries} asOf={asOf} fresh={fresh} onFollow={() => closePopover(trayID)} />
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
