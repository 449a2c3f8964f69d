"use client";

import Link from "next/link";
import { Elapsed } from "#components/operations/elapsed.tsx";
import { IconButton } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { useNumberLocale } from "#components/ui/count.tsx";
import { X } from "#components/ui/icon/icons.tsx";
import { customerForms } from "#components/ui/plural-forms.ts";
import { BulkStatus } from "#components/ui/status/bulk-status.tsx";
import { ImportStatus } from "#components/ui/status/import-status.tsx";
import { operationTitle } from "#components/ui/status/operation-texts.ts";
import { OutcomeStatus } from "#components/ui/status/outcome-status.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import { isInProgress } from "#lib/contract/operation-outcome.ts";
import { formatCount, formatPlural, formatShare } from "#lib/format/format-number.ts";
import { knownJob, operationSpan } from "#lib/operations/operation-outcome.ts";
import { stuckSinceOf } from "#lib/operations/stuck-since.ts";
import { pages } from "#lib/paths.ts";
import { focusAfterDismissal } from "./focus-after-dismissal.ts";
import { wordsOfRun } from "./run-words.ts";
import { trayEntriesToShow } from "./tray-entries.ts";
import { trayTexts as texts } from "./tray-texts.ts";
import type { TrayEntry } from "./use-tray.ts";
import type { TrayRunEntry } from "./use-tray-runs.ts";

const linkClass = "block min-w-0 grow py-2 ps-4 -outline-offset-2 hover:bg-sunken";

/** Extra space at the end of a line without a dismiss button, so that the ends of all lines are aligned. */
const besideDismiss = "pe-1";
const besideNothing = "pe-12";

interface EntryProps {
  entry: TrayEntry;
  isNew: boolean;
  asOf: string;
  onFollow: () => void;
  onDismiss: (keys: readonly string[]) => void;
}

function Entry({ entry, isNew, asOf, onFollow, onDismiss }: EntryProps) {
  const { operation, live, outcome } = entry;
  const { environment, operationID, createdAt } = operation;
  const runs = isInProgress(outcome);
  const locale = useNumberLocale();
  const { fromMs, toMs } = operationSpan(operation, live);
  const progress = knownJob(operation, live)?.progress;
  // A successful entry is less prominent than other entries.
  const waits = outcome !== "done";
  const isStuck = stuckSinceOf(operation, live) !== undefined;
  return (
    <li className="flex items-center border-line border-b last:border-b-0">
      <Link
        href={pages.operation(environment, operationID)}
        prefetch={false}
        onClick={onFollow}
        className={classNames(linkClass, runs ? besideNothing : besideDismiss)}
      >
        <span className="flex items-center gap-2">
          <bdi className={classNames("min-w-0 flex-1 truncate", waits ? "font-semibold" : "text-ink-muted")}>
            {operationTitle(operation)}
          </bdi>
          {isNew && <New />}
        </span>
        <span className="flex items-center gap-3 text-table [&>:first-child]:shrink-0">
          <OutcomeStatus operation={operation} live={live} />
          {isStuck && <span className="shrink-0 font-medium text-caution">{texts.stuck}</span>}
          <span className="ms-auto shrink-0 text-fine text-ink-muted">
            {runs && !isStuck && progress !== undefined && `${formatShare(progress, locale)} · `}
            {runs ? <Elapsed fromMs={fromMs} toMs={toMs} asOf={asOf} /> : <Timestamp value={createdAt} detail="time" />}
          </span>
        </span>
        {runs && progress !== undefined && (
          <progress aria-hidden value={progress} max={1} className="progress-bar mt-1 block h-1 w-full text-progress" />
        )}
      </Link>
      {!runs && <Dismiss title={operationTitle(operation)} onDismiss={() => onDismiss([entry.key])} />}
    </li>
  );
}

interface RunEntryProps {
  run: TrayRunEntry;
  isNew: boolean;
  onFollow: () => void;
  onDismiss: (keys: readonly string[]) => void;
}

function RunEntry({ run, isNew, onFollow, onDismiss }: RunEntryProps) {
  const locale = useNumberLocale();
  const { key, isActive, isOver, href, total } = run;
  const { title } = wordsOfRun(run);
  const { done, of } = run.progress;
  const hasProgress = isActive && of > 0;
  return (
    <li className="flex items-center border-line border-b last:border-b-0">
      <Link
        href={href}
        prefetch={false}
        onClick={onFollow}
        className={classNames(linkClass, isOver ? besideDismiss : besideNothing)}
      >
        <span className="flex items-center gap-2">
          <bdi className="min-w-0 flex-1 truncate font-medium">{title}</bdi>
          {isNew && <New />}
        </span>
        <span className="flex items-center gap-3 text-table">
          {"bulk" in run.of ? <BulkStatus bulk={run.of.bulk} /> : <ImportStatus found={run.of.found} />}
          <span className="ms-auto shrink-0 text-fine text-ink-muted">
            {hasProgress
              ? texts.runProgress(formatCount(done, locale), formatCount(of, locale))
              : total !== undefined && formatPlural(total, customerForms, locale)}
          </span>
        </span>
        {hasProgress && (
          <progress aria-hidden value={done} max={of} className="progress-bar mt-1 block h-1 w-full text-progress" />
        )}
      </Link>
      {isOver && <Dismiss title={title} onDismiss={() => onDismiss([key])} />}
    </li>
  );
}

function New() {
  return (
    <span className="shrink-0 rounded-small bg-accent-soft px-1.5 font-medium text-accent text-fine">
      {texts.isNew}
    </span>
  );
}

function Dismiss({ title, onDismiss }: { title: string; onDismiss: () => void }) {
  return (
    <IconButton
      label={texts.dismiss(title)}
      onClick={({ currentTarget }) => {
        focusAfterDismissal(currentTarget);
        onDismiss();
      }}
      className="m-1.5 shrink-0"
    >
      <X aria-hidden className="size-3.5" />
    </IconButton>
  );
}

interface TrayListProps {
  entries: readonly TrayEntry[];
  runs: readonly TrayRunEntry[];
  /** The time of the list by the console's clock. */
  asOf: string;
  /** The keys of the entries that the person had not seen when the tray was opened. */
  fresh: ReadonlySet<string>;
  onFollow: () => void;
  onDismiss: (keys: readonly string[]) => void;
}

/** The person's operations, bulk changes and imports. Each has its state and a link to its page. */
export function TrayList({ entries, runs, asOf, fresh, onFollow, onDismiss }: TrayListProps) {
  if (entries.length === 0 && runs.length === 0) {
    return (
      <div className="px-4 py-6 text-center">
        <p className="font-medium">{texts.empty}</p>
        <p className="text-ink-muted text-table">{texts.emptyWhy}</p>
      </div>
    );
  }
  const shown = trayEntriesToShow(entries, fresh);
  const more = entries.length - shown.length;
  return (
    <>
      <ul>
        {runs.map((run) => (
          <RunEntry key={run.id} run={run} isNew={fresh.has(run.key)} onFollow={onFollow} onDismiss={onDismiss} />
        ))}
        {shown.map((entry) => (
          <Entry
            key={entry.operation.operationID}
            entry={entry}
            isNew={fresh.has(entry.key) && !isInProgress(entry.outcome)}
            asOf={asOf}
            onFollow={onFollow}
            onDismiss={onDismiss}
          />
        ))}
      </ul>
      {more > 0 && <p className="px-4 py-2 text-fine text-ink-muted">{texts.more(more)}</p>}
    </>
  );
}
