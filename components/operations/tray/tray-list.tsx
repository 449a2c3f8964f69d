"use client";

import Link from "next/link";
import { Elapsed } from "#components/operations/elapsed.tsx";
import { operationTitle } from "#components/operations/operation-title.ts";
import { useNumberLocale } from "#components/ui/count.tsx";
import { OutcomeStatus } from "#components/ui/outcome-status.tsx";
import { Timestamp, ZoneName } from "#components/ui/timestamp.tsx";
import { isUnderWay } from "#lib/contract/operation-outcome.ts";
import { formatShare } from "#lib/format/format-number.ts";
import { knownJob, spanOf } from "#lib/operation-outcome.ts";
import { pages } from "#lib/paths.ts";
import { stuckSinceOf } from "#lib/stuck-since.ts";
import { shownInTray } from "./tray-shown.ts";
import { trayTexts as texts } from "./tray-texts.ts";
import type { TrayEntry } from "./use-tray.ts";

interface EntryProps {
  entry: TrayEntry;
  isNew: boolean;
  asOf: string;
  onFollow: () => void;
}

function Entry({ entry, isNew, asOf, onFollow }: EntryProps) {
  const { operation, live, outcome } = entry;
  const { environment, operationID, createdAt } = operation;
  const runs = isUnderWay(outcome);
  const locale = useNumberLocale();
  const { fromMs, toMs } = spanOf(operation, live);
  const progress = knownJob(operation, live)?.progress;
  const isStuck = stuckSinceOf(operation, live) !== undefined;
  return (
    <li className="border-line border-b last:border-b-0">
      <Link
        href={pages.operation(environment, operationID)}
        prefetch={false}
        onClick={onFollow}
        className="block px-4 py-2 -outline-offset-2 hover:bg-sunken"
      >
        <span className="flex items-center gap-2">
          <bdi className="min-w-0 flex-1 truncate font-medium">{operationTitle(operation)}</bdi>
          {isNew && (
            <span className="shrink-0 rounded-small bg-accent-soft px-1.5 font-medium text-accent text-fine">
              {texts.isNew}
            </span>
          )}
        </span>
        <span className="flex items-center gap-3 text-table">
          <OutcomeStatus operation={operation} live={live} />
          {isStuck && <span className="font-medium text-caution">{texts.stuck}</span>}
          <span className="ms-auto shrink-0 text-fine text-ink-muted">
            {runs && progress !== undefined && `${formatShare(progress, locale)} · `}
            {runs ? (
              <Elapsed fromMs={fromMs} toMs={toMs} asOf={asOf} />
            ) : (
              <>
                <Timestamp value={createdAt} detail="clock" /> <ZoneName />
              </>
            )}
          </span>
        </span>
        {runs && progress !== undefined && (
          <progress aria-hidden value={progress} max={1} className="progress-bar mt-1 block h-1 w-full text-progress" />
        )}
      </Link>
    </li>
  );
}

interface TrayListProps {
  entries: readonly TrayEntry[];
  /** The console's time of the list. */
  asOf: string;
  /** The entries that are new since the tray was last open. */
  fresh: ReadonlySet<string>;
  onFollow: () => void;
}

/** The person's writes, each with its state and a link to its page. */
export function TrayList({ entries, asOf, fresh, onFollow }: TrayListProps) {
  if (entries.length === 0) {
    return (
      <div className="px-4 py-6 text-center">
        <p className="font-medium">{texts.empty}</p>
        <p className="text-ink-muted text-table">{texts.emptyWhy}</p>
      </div>
    );
  }
  const shown = shownInTray(entries, fresh);
  const more = entries.length - shown.length;
  return (
    <>
      <ul>
        {shown.map((entry) => (
          <Entry
            key={entry.operation.operationID}
            entry={entry}
            isNew={fresh.has(entry.key) && !isUnderWay(entry.outcome)}
            asOf={asOf}
            onFollow={onFollow}
          />
        ))}
      </ul>
      {more > 0 && <p className="px-4 py-2 text-fine text-ink-muted">{texts.more(more)}</p>}
    </>
  );
}
