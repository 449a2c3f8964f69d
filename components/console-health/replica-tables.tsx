"use client";

import { useNumberLocale } from "#components/ui/count.tsx";
import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CirclePause,
  CircleX,
  KeyRound,
  LoaderCircle,
} from "#components/ui/icon/icons.tsx";
import { SmallTable } from "#components/ui/panel/small-table.tsx";
import { EntityID } from "#components/ui/record/entity-id.tsx";
import { Status, type StatusStyle } from "#components/ui/status/status.tsx";
import { Duration } from "#components/ui/time/duration.tsx";
import type { ConsoleHealth, Replica, ReplicaReport } from "#lib/contract/console/console-health.ts";
import { formatAgo } from "#lib/format/format-ago.ts";
import { formatBytes, formatCount } from "#lib/format/format-number.ts";
import { consoleHealthTexts as texts, workerName } from "./texts.ts";

const stateStyles: Readonly<Record<Replica["state"], StatusStyle>> = {
  running: { tone: "positive", icon: CircleCheck },
  draining: { tone: "progress", icon: LoaderCircle },
  silent: { tone: "negative", icon: CircleX },
};

const availabilityStyles: Readonly<Record<ReplicaReport["api"][number]["availability"], StatusStyle>> = {
  available: { tone: "positive", icon: CircleCheck },
  paused: { tone: "caution", icon: CirclePause },
  down: { tone: "negative", icon: CircleX },
  probing: { tone: "progress", icon: LoaderCircle },
  key_refused: { tone: "negative", icon: KeyRound },
};

/** The time of workers that have never run. This time sorts these workers after all other workers. */
const neverAt = "1970-01-01T00:00:00Z";

/** The name of the machine and the process ID, as in the logs. */
function ReplicaName({ replica }: { replica: Replica }) {
  const { report, isAnswering, replicaID } = replica;
  return (
    <span className="block min-w-28 wrap-anywhere">
      {report ? `${report.host} (${report.processID})` : <EntityID id={replicaID} copyLabel={texts.copyReplicaID} />}
      {isAnswering && <span className="block text-fine text-ink-muted">{texts.answering}</span>}
    </span>
  );
}

const nameOf = ({ report, replicaID }: Replica) => (report ? `${report.host} (${report.processID})` : replicaID);

/** All processes with their last reports. */
export function Replicas({ status }: { status: ConsoleHealth }) {
  const locale = useNumberLocale();
  const count = (value: number) => formatCount(value, locale);
  return (
    <SmallTable
      title={texts.replicas}
      columns={[
        { name: texts.replica },
        { name: texts.state },
        { name: texts.version },
        { name: texts.runningFor },
        { name: texts.seen },
        { name: texts.memory, isNumber: true },
        { name: texts.eventLoop, isNumber: true, title: texts.eventLoopExplained },
        { name: texts.streams, isNumber: true },
        { name: texts.signIns, isNumber: true },
      ]}
      empty={texts.noReplicas}
      rows={status.replicas.map((replica) => {
        const { replicaID, state, startedAt, seenAt, report } = replica;
        // The state of a silent process after its last report is unknown, so its running time is counted until that
        // report.
        const ranMs = Date.parse(state === "silent" ? seenAt : status.asOf) - Date.parse(startedAt);
        return {
          key: replicaID,
          header: <ReplicaName replica={replica} />,
          cells: [
            <Status key="state" {...stateStyles[state]} className="whitespace-nowrap">
              {texts.states[state]}
            </Status>,
            report ? (
              <span key="version" title={texts.buildTitle(report.build, report.node)}>
                {report.version} <span className="font-mono text-fine text-ink-muted">{report.build.slice(0, 7)}</span>
              </span>
            ) : (
              texts.unreadable
            ),
            <span key="for" className="whitespace-nowrap">
              <Duration ms={ranMs} />
            </span>,
            <span key="seen" className="whitespace-nowrap">
              {formatAgo(seenAt, status.asOf, locale)}
            </span>,
            report && formatBytes(report.memoryBytes, locale),
            report && texts.milliseconds(count(report.eventLoopDelayMs)),
            report && count(report.jobStreams),
            report && count(report.signInQueue.waiting),
          ],
        };
      })}
    />
  );
}

/** The API's state in each environment, as each process reports it. */
export function ReplicaApi({ status }: { status: ConsoleHealth }) {
  const locale = useNumberLocale();
  const count = (value: number) => formatCount(value, locale);
  const rows = status.replicas
    .filter(({ state }) => state !== "silent")
    .flatMap((replica) => (replica.report?.api ?? []).map((api) => ({ replica, api })));
  return (
    <SmallTable
      title={texts.api}
      columns={[
        { name: texts.environment },
        { name: texts.replica },
        { name: texts.state },
        { name: texts.queue },
        { name: texts.token },
      ]}
      empty={texts.noApi}
      rows={rows.map(({ replica, api }) => ({
        key: `${replica.replicaID} ${api.environment}`,
        header: texts.environments[api.environment],
        cells: [
          <span key="replica" className="block min-w-24 wrap-anywhere">
            {nameOf(replica)}
          </span>,
          <Status key="state" {...availabilityStyles[api.availability]} className="whitespace-nowrap">
            {texts.availabilities[api.availability]}
          </Status>,
          <span key="queue" className="whitespace-nowrap">
            {texts.queued(count(api.queue.running), count(api.queue.waiting))}
          </span>,
          <span key="token" className="whitespace-nowrap">
            {texts.tokens[api.token]}
          </span>,
        ],
      }))}
    />
  );
}

/** The duration of a run. Most runs take milliseconds. */
function RunTime({ ms }: { ms: number }) {
  const locale = useNumberLocale();
  return (
    <span className="whitespace-nowrap">
      {ms < 1_000 ? texts.milliseconds(formatCount(ms, locale)) : <Duration ms={ms} />}
    </span>
  );
}

/**
 * Each worker with its last run in any process, or in a process in which it fails. The tooltip of the result names the
 * process.
 */
export function Workers({ status }: { status: ConsoleHealth }) {
  const locale = useNumberLocale();
  const all = status.replicas
    .filter(({ state }) => state !== "silent")
    .flatMap((replica) => (replica.report?.workers ?? []).map((worker) => ({ replica, worker })));
  const names = [...new Set(all.map(({ worker }) => worker.name))];
  return (
    <SmallTable
      title={texts.work}
      columns={[
        { name: texts.worker },
        { name: texts.result },
        { name: texts.lastRun },
        { name: texts.took, isNumber: true },
        { name: texts.every, isNumber: true },
      ]}
      empty={texts.noWorkers}
      rows={names.flatMap((name) => {
        const [last] = all
          .filter(({ worker }) => worker.name === name)
          .toSorted(
            (a, b) =>
              Number(b.worker.isFailing) - Number(a.worker.isFailing) ||
              Date.parse(b.worker.lastRunAt ?? neverAt) - Date.parse(a.worker.lastRunAt ?? neverAt),
          );
        if (!last) return [];
        const { lastRunAt, lastRunMs, everyMs, isFailing } = last.worker;
        const style = isFailing
          ? ({ tone: "negative", icon: CircleAlert, word: texts.failed } as const)
          : lastRunAt === undefined
            ? ({ tone: "neutral", icon: CircleDashed, word: texts.notYet } as const)
            : ({ tone: "positive", icon: CircleCheck, word: texts.succeeded } as const);
        return [
          {
            key: name,
            header: workerName(name),
            cells: [
              <Status
                key="result"
                tone={style.tone}
                icon={style.icon}
                title={nameOf(last.replica)}
                className="whitespace-nowrap"
              >
                {style.word}
              </Status>,
              <span key="last" className="whitespace-nowrap">
                {lastRunAt && formatAgo(lastRunAt, status.asOf, locale)}
              </span>,
              lastRunMs !== undefined && <RunTime key="took" ms={lastRunMs} />,
              <Duration key="every" ms={everyMs} />,
            ],
          },
        ];
      })}
    />
  );
}
