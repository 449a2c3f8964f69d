import type { ConsoleHealth } from "#lib/contract/console/console-health.ts";
import { consoleHealthTexts as texts, workerName } from "./texts.ts";

/** A fact that an administrator must know first. */
export interface Finding {
  key: string;
  isSerious: boolean;
  text: string;
}

/** The outboxes that a restore has stopped. */
export function stoppedOutboxes({ auditPush, notifications, exports }: ConsoleHealth) {
  const all = [
    { name: "audit-push" as const, push: auditPush },
    { name: "notifications" as const, push: notifications },
    { name: "exports" as const, push: exports },
  ];
  return all.flatMap(({ name, push }) => {
    return push?.stoppedAt === undefined ? [] : [{ name, stoppedAt: push.stoppedAt, waiting: push.waiting }];
  });
}

/** The findings that need attention, the most serious first. */
export function findingsOf(status: ConsoleHealth): Finding[] {
  const findings: Finding[] = [...replicaFindings(status), ...storeFindings(status)];
  for (const { environment, lateJobs } of status.work) {
    if (lateJobs > 0)
      findings.push({ key: `late ${environment}`, isSerious: false, text: texts.findings.late(environment) });
  }
  const stopped = stoppedOutboxes(status).map(({ name }) => texts.outboxes[name]);
  if (stopped.length > 0) {
    findings.push({ key: "stopped", isSerious: true, text: texts.findings.stopped(stopped.join(", ")) });
  }
  if (status.auditPush?.problem !== undefined) {
    findings.push({ key: "push", isSerious: true, text: texts.findings.auditPush(status.auditPush.problem) });
  }
  const { notifications, emails } = status;
  if (notifications?.problem !== undefined) {
    findings.push({
      key: "notifications",
      isSerious: true,
      text: texts.findings.notifications(notifications.problem),
    });
  }
  if (notifications && notifications.givenUp > 0) {
    const text = texts.findings.givenUp(notifications.givenUp, String(notifications.givenUp));
    findings.push({ key: "given up", isSerious: true, text });
  }
  if (status.exports?.problem !== undefined) {
    findings.push({ key: "exports", isSerious: true, text: texts.findings.exports(status.exports.problem) });
  }
  if (emails && emails.people > 0) {
    findings.push({ key: "emails", isSerious: true, text: texts.findings.emails(emails.people, emails.problem) });
  }
  return findings.toSorted((a, b) => Number(b.isSerious) - Number(a.isSerious));
}

function replicaFindings({ replicas }: ConsoleHealth): Finding[] {
  const findings: Finding[] = [];
  const reporting = replicas.filter(({ state }) => state !== "silent");
  for (const { replicaID, state, report } of replicas) {
    const host = report?.host ?? replicaID;
    if (state === "silent") findings.push({ key: replicaID, isSerious: true, text: texts.findings.silent(host) });
  }
  const builds = new Set(reporting.map(({ report }) => `${report?.version} ${report?.build}`));
  if (builds.size > 1) findings.push({ key: "builds", isSerious: false, text: texts.findings.versions });
  const hasNoKey = reporting.some(({ report }) => report && report.auditKeyID === undefined);
  if (hasNoKey) findings.push({ key: "audit key", isSerious: false, text: texts.findings.auditKey });
  for (const { replicaID, report } of reporting) {
    if (report?.nearLimit !== undefined) {
      const text = texts.findings.nearLimit[report.nearLimit](report.host);
      findings.push({ key: `${replicaID} memory`, isSerious: true, text });
    }
    for (const { name, isFailing } of report?.workers ?? []) {
      if (!isFailing) continue;
      const text = texts.findings.worker(workerName(name), report?.host ?? replicaID);
      findings.push({ key: `${replicaID} ${name}`, isSerious: true, text });
    }
  }
  // Several replicas may report the same problem. Each problem is shown once per environment or version.
  const troubles = new Map<string, Finding>();
  for (const { report } of reporting) {
    if (report?.nodeFloor === undefined) continue;
    const text = texts.findings.oldNode(report.node, report.nodeFloor);
    troubles.set(text, { key: text, isSerious: false, text });
  }
  for (const { environment, availability } of reporting.flatMap(({ report }) => report?.api ?? [])) {
    if (availability === "available" || availability === "probing") continue;
    const text = texts.findings.api(environment, texts.availabilities[availability]);
    troubles.set(text, { key: text, isSerious: availability !== "paused", text });
  }
  return [...findings, ...troubles.values()];
}

function storeFindings({ store }: ConsoleHealth): Finding[] {
  const { pendingMigrations, unknownMigrations, connections } = store;
  return [
    ...(pendingMigrations.length > 0 ? [{ key: "pending", isSerious: true, text: texts.findings.pending }] : []),
    ...(unknownMigrations.length > 0
      ? [{ key: "newer", isSerious: false, text: texts.findings.unknownMigrations }]
      : []),
    ...(connections && connections.waiting > 0
      ? [{ key: "connections", isSerious: false, text: texts.findings.connections }]
      : []),
  ];
}
