"use client";

import { useNumberLocale } from "#components/ui/count.tsx";
import { Panel } from "#components/ui/panel/panel.tsx";
import { SmallTable } from "#components/ui/panel/small-table.tsx";
import { FactRow, Facts } from "#components/ui/record/facts.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { ConsoleHealth } from "#lib/contract/console/console-health.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { consoleHealthTexts as texts } from "./texts.ts";

/** The work that is queued for the workers of all processes. */
export function WaitingWork({ status }: { status: ConsoleHealth }) {
  const locale = useNumberLocale();
  const count = (value: number) => formatCount(value, locale);
  return (
    <SmallTable
      title={texts.waiting}
      columns={[
        { name: texts.environment },
        { name: texts.followedJobs, isNumber: true },
        { name: texts.lateJobs, isNumber: true },
        { name: texts.unresolved, isNumber: true },
        { name: texts.bulks, isNumber: true },
        { name: texts.imports, isNumber: true },
        { name: texts.planned, isNumber: true },
      ]}
      empty={texts.noWork}
      rows={status.work.map(({ environment, ...work }) => ({
        key: environment,
        header: texts.environments[environment],
        cells: [
          work.followedJobs,
          work.lateJobs,
          work.unresolvedOperations,
          work.runningBulks,
          work.runningImports,
          work.plannedChanges,
        ].map(count),
      }))}
    />
  );
}

/**
 * For each environment: how complete the store of known customers is, and how many API calls the background reading
 * made in the last hour.
 */
export function KnownCustomers({ status }: { status: ConsoleHealth }) {
  const locale = useNumberLocale();
  const count = (value: number) => formatCount(value, locale);
  return (
    <SmallTable
      title={texts.known}
      columns={[
        { name: texts.environment },
        { name: texts.state },
        { name: texts.coverage },
        { name: texts.oldestReading },
        { name: texts.callsLastHour, isNumber: true },
      ]}
      empty={texts.noWork}
      rows={status.known.map((one) => ({
        key: one.environment,
        header: texts.environments[one.environment],
        cells: [
          <span key="state" className="block min-w-24">
            {one.window === undefined || one.windows === undefined
              ? texts.fillingStates[one.state]
              : texts.fillingWindow(count(one.window), count(one.windows))}
            {one.incomplete > 0 && (
              <span className="block text-fine text-ink-muted">
                {texts.incomplete(one.incomplete, count(one.incomplete))}
              </span>
            )}
          </span>,
          <span key="known" className="whitespace-nowrap">
            {one.total === undefined ? count(one.known) : texts.knownOf(count(one.known), count(one.total))}
          </span>,
          one.oldestSeenAt === undefined ? (
            one.known === 0 ? (
              texts.none
            ) : (
              texts.notKnown
            )
          ) : (
            <span key="oldest" className="whitespace-nowrap">
              <Timestamp value={one.oldestSeenAt} detail="minute" />
            </span>
          ),
          count(one.callsLastHour),
        ],
      }))}
    />
  );
}

/** Facts about the database, which all processes share. */
export function DatabaseFacts({ status }: { status: ConsoleHealth }) {
  const locale = useNumberLocale();
  const count = (value: number) => formatCount(value, locale);
  const { kind, connections, migrations, lastMigration, pendingMigrations, unknownMigrations } = status.store;
  return (
    <Panel title={texts.database}>
      <Facts>
        <FactRow name={texts.kind}>{texts.kinds[kind]}</FactRow>
        <FactRow name={texts.connections}>
          {connections && texts.connected(count(connections.open), count(connections.idle), count(connections.waiting))}
        </FactRow>
        <FactRow name={texts.migrations}>{count(migrations)}</FactRow>
        <FactRow name={texts.lastMigration}>
          {lastMigration && <span className="font-mono text-fine">{lastMigration}</span>}
        </FactRow>
        <FactRow name={texts.pendingMigrations}>
          {pendingMigrations.length === 0 ? texts.none : pendingMigrations.join(", ")}
        </FactRow>
        <FactRow name={texts.unknownMigrations}>{unknownMigrations.join(", ")}</FactRow>
      </Facts>
    </Panel>
  );
}

const detailText = (detail: ConsoleHealth["maintenance"][number]["detail"]) =>
  Object.entries(detail)
    .map(([name, value]) => `${name}: ${value}`)
    .join(", ");

/** The last backup, the last restore, and the last deletion of old records. */
export function Maintenance({ status }: { status: ConsoleHealth }) {
  const kinds = ["backup", "restore", "retention"] as const;
  const isAnyKnown = status.maintenance.length > 0;
  return (
    <SmallTable
      title={texts.maintenance}
      columns={[{ name: texts.task }, { name: texts.ended }, ...(isAnyKnown ? [{ name: texts.details }] : [])]}
      empty={texts.never}
      rows={kinds.map((kind) => {
        const run = status.maintenance.find((one) => one.kind === kind);
        return {
          key: kind,
          header: texts.tasks[kind],
          cells: [
            <span key="ended" className="whitespace-nowrap">
              {run ? <Timestamp value={run.endedAt} detail="minute" /> : texts.never}
            </span>,
            ...(isAnyKnown
              ? [
                  <span key="details" className="block min-w-32 wrap-anywhere text-fine text-ink-muted">
                    {run && detailText(run.detail)}
                  </span>,
                ]
              : []),
          ],
        };
      })}
    />
  );
}
