"use client";

import { useQuery } from "@tanstack/react-query";
import { createColumnHelper } from "@tanstack/react-table";
import Link from "next/link";
import { useMemo } from "react";
import type { DataTableFeatures } from "#components/data-table/features.ts";
import { copyOf, type RowMenu } from "#components/data-table/row-menu.tsx";
import { TimeCell } from "#components/data-table/time-cell.tsx";
import { EnvironmentMark } from "#components/ui/environment/environment-mark.tsx";
import { Check, CircleHelp, CircleSlash, CircleX, type IconComponent } from "#components/ui/icon/icons.tsx";
import { routeName } from "#components/ui/status/route-texts.ts";
import { Status, type Tone } from "#components/ui/status/status.tsx";
import type { AuditEvent } from "#lib/contract/access/audit.ts";
import { shortenMiddle } from "#lib/format/format-id.ts";
import { pages } from "#lib/paths.ts";
import { auditPeopleQueryOptions } from "#lib/query/console/audit.ts";
import { auditViewParams, parseAuditView } from "#lib/url-state/audit-view.ts";
import { usePageQuery } from "#lib/url-state/page-query.tsx";
import { type AuditResult, auditResultOf } from "./result.ts";
import { actionName, actorNames, outcomeNames, resultTexts, targetNames, auditColumnTexts as texts } from "./texts.ts";

const helper = createColumnHelper<DataTableFeatures, AuditEvent>();

interface Look {
  tone: Tone;
  icon: IconComponent;
}

const looks: Readonly<Record<AuditEvent["outcome"], Look>> = {
  done: { tone: "neutral", icon: Check },
  denied: { tone: "caution", icon: CircleSlash },
  failed: { tone: "negative", icon: CircleX },
};

const resultLooks: Readonly<Record<AuditResult, Look>> = {
  accepted: looks.done,
  verified: looks.done,
  resolved: looks.done,
  refused: looks.failed,
  "not-sent": looks.failed,
  prevented: { tone: "neutral", icon: CircleSlash },
  unknown: { tone: "caution", icon: CircleHelp },
};

/**
 * The outcome of an event. For a write, the name of its result. If `isWhole` is true and a reason is known, the text is
 * the reason. Otherwise only the tooltip contains the reason.
 */
export function AuditOutcome({ event, isWhole = false }: { event: AuditEvent; isWhole?: boolean }) {
  const written = auditResultOf(event);
  if (!written) return <Status {...looks[event.outcome]}>{outcomeNames[event.outcome]}</Status>;
  const { result, code } = written;
  const reason = result === "prevented" && code !== undefined ? resultTexts.preventedBy(code) : undefined;
  return (
    <Status {...resultLooks[result]} title={reason}>
      {(isWhole && reason) || resultTexts[result]}
    </Status>
  );
}

/** The name of the actor. For a person, the email address. */
export const actorName = ({ actor }: Pick<AuditEvent, "actor">): string =>
  actor.email ?? actor.id ?? actorNames[actor.kind];

/** The names of all actors that appear in events, by ID. A person's name is the email address. */
export function usePeopleNames(): ReadonlyMap<string, string> {
  const { data } = useQuery(auditPeopleQueryOptions());
  return useMemo(() => new Map(data?.people.map(({ staffID, email }) => [staffID, email])), [data]);
}

/** The name of an event's target. Undefined if only the target's ID is known. */
export const targetName = ({ kind, id }: NonNullable<AuditEvent["target"]>, names: ReadonlyMap<string, string>) =>
  kind === "route" ? routeName(id) : names.get(id);

/** The URL of the event's target, if the target has a page. */
export function targetHref({ target, environment }: Pick<AuditEvent, "target" | "environment">): string | undefined {
  if (!target || !environment) return undefined;
  if (target.kind === "operation") return pages.operation(environment, target.id);
  if (target.kind === "customer") return pages.customer(environment, target.id);
  if (target.kind === "import") return pages.import(environment, target.id);
  if (target.kind === "planned") return pages.plannedChange(environment, target.id);
  if (target.kind === "approval") return pages.approval(environment, target.id);
  return target.kind === "bulk" ? pages.bulk(environment, target.id) : undefined;
}

function Action({ event }: { event: AuditEvent }) {
  const view = parseAuditView(new URLSearchParams(usePageQuery()));
  return (
    <Link
      href={pages.audit(auditViewParams({ ...view, event: event.sequence }))}
      prefetch={false}
      scroll={false}
      className="font-medium hover:text-accent hover:underline"
    >
      {actionName(event) ?? <bdi>{event.action}</bdi>}
    </Link>
  );
}

const ids = new Set([
  "operation",
  "customer",
  "bulk",
  "import",
  "planned",
  "approval",
  "staff",
  "session",
  "view",
  "client",
  "passkey",
]);

function Target({ event }: { event: AuditEvent }) {
  const { target } = event;
  const names = usePeopleNames();
  if (!target) return null;
  const href = targetHref(event);
  const name = targetName(target, names);
  if (name !== undefined) {
    return (
      <span title={target.id} className="text-ink-muted">
        {targetNames[target.kind] ?? target.kind} <bdi className="text-ink">{name}</bdi>
      </span>
    );
  }
  const shown = ids.has(target.kind) ? shortenMiddle(target.id) : target.id;
  return (
    <span title={target.id} className="text-ink-muted">
      {targetNames[target.kind] ?? target.kind}{" "}
      {href === undefined ? (
        <bdi className="font-mono text-fine">{shown}</bdi>
      ) : (
        <Link href={href} prefetch={false} className="font-mono text-accent text-fine hover:underline">
          {shown}
        </Link>
      )}
    </span>
  );
}

/**
 * The menu of an event's row. It copies the target's ID, the person's email address, the request's ID and its address.
 */
export const auditRowMenu: RowMenu<AuditEvent> = (event) => {
  const { target, actor, requestID, address } = event;
  const href = targetHref(event);
  return {
    name: actionName(event) ?? event.action,
    copies: [
      ...copyOf(texts.copyTarget, target?.kind === "route" ? undefined : target?.id),
      ...copyOf(texts.copyActor, actor.email),
      ...copyOf(texts.copyRequest, requestID),
      ...copyOf(texts.copyAddress, address),
    ],
    links: href === undefined ? [] : [{ label: texts.openTarget, href }],
  };
};

export const auditColumns = helper.columns([
  helper.accessor("action", {
    header: texts.action,
    meta: { label: texts.action, width: "w-48", rowHeader: true },
    cell: ({ row }) => <Action event={row.original} />,
  }),
  helper.accessor(actorName, {
    id: "who",
    header: texts.who,
    meta: { label: texts.who, width: "w-[20%]", narrow: "data-cell-half data-cell-plain" },
    cell: ({ getValue }) => (
      <bdi title={getValue()} className="cards:wrap-anywhere print:wrap-anywhere!">
        {getValue()}
      </bdi>
    ),
  }),
  helper.accessor((event) => event.target?.id, {
    id: "target",
    header: texts.target,
    meta: { label: texts.target, width: "w-auto", narrow: "data-cell-half data-cell-plain" },
    cell: ({ row }) => <Target event={row.original} />,
  }),
  helper.accessor("environment", {
    header: texts.environment,
    meta: { label: texts.environment, width: "w-36" },
    cell: ({ getValue }) => {
      const environment = getValue();
      return environment === undefined ? null : <EnvironmentMark environment={environment} />;
    },
  }),
  helper.accessor("outcome", {
    header: texts.outcome,
    meta: { label: texts.outcome, width: "w-36" },
    cell: ({ row }) => <AuditOutcome event={row.original} />,
  }),
  helper.accessor("at", {
    header: texts.at,
    meta: { label: texts.at, width: "w-40", narrow: "data-cell-half data-cell-plain" },
    cell: ({ getValue }) => <TimeCell at={getValue()} />,
  }),
]);
