"use client";

import { createColumnHelper } from "@tanstack/react-table";
import Link from "next/link";
import type { DataTableFeatures } from "#components/data-table/features.ts";
import { TimeCell } from "#components/data-table/time-cell.tsx";
import { EnvironmentBadge } from "#components/ui/environment/environment-badge.tsx";
import { Check, CircleSlash, CircleX, type IconComponent } from "#components/ui/icon/icons.tsx";
import { Status, type Tone } from "#components/ui/status/status.tsx";
import type { AuditEvent } from "#lib/contract/access/audit.ts";
import { shortenMiddle } from "#lib/format/format-id.ts";
import { pages } from "#lib/paths.ts";
import { auditViewParams, parseAuditView } from "#lib/url-state/audit-view.ts";
import { usePageQuery } from "#lib/url-state/page-query.tsx";
import { actionNames, actorNames, outcomeNames, auditColumnTexts as texts } from "./texts.ts";

const helper = createColumnHelper<DataTableFeatures, AuditEvent>();

const looks: Readonly<Record<AuditEvent["outcome"], { tone: Tone; icon: IconComponent }>> = {
  done: { tone: "neutral", icon: Check },
  denied: { tone: "caution", icon: CircleSlash },
  failed: { tone: "negative", icon: CircleX },
};

export function AuditOutcome({ outcome }: Pick<AuditEvent, "outcome">) {
  return <Status {...looks[outcome]}>{outcomeNames[outcome]}</Status>;
}

/** Who it was, as people are known here: by their e-mail address. */
export const actorName = ({ actor }: Pick<AuditEvent, "actor">): string =>
  actor.email ?? actor.id ?? actorNames[actor.kind];

/** The page of what an event is about, where it has one. */
export function targetHref({ target, environment }: Pick<AuditEvent, "target" | "environment">): string | undefined {
  if (!target || !environment) return undefined;
  if (target.kind === "operation") return pages.operation(environment, target.id);
  if (target.kind === "customer") return pages.customer(environment, target.id);
  if (target.kind === "import") return pages.import(environment, target.id);
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
      {actionNames[event.action] ?? <bdi>{event.action}</bdi>}
    </Link>
  );
}

const ids = new Set(["operation", "customer", "bulk", "import", "staff", "session", "view", "client", "passkey"]);

function Target({ event }: { event: AuditEvent }) {
  const { target } = event;
  if (!target) return null;
  const href = targetHref(event);
  const shown = ids.has(target.kind) ? shortenMiddle(target.id) : target.id;
  return (
    <span title={target.id} className="text-ink-muted">
      {target.kind}{" "}
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

export const auditColumns = helper.columns([
  helper.accessor("action", {
    header: texts.action,
    meta: { label: texts.action, width: "w-52", rowHeader: true },
    cell: ({ row }) => <Action event={row.original} />,
  }),
  helper.accessor(actorName, {
    id: "who",
    header: texts.who,
    meta: { label: texts.who, width: "w-[24%]", narrow: "data-cell-half" },
    cell: ({ getValue }) => (
      <bdi title={getValue()} className="cards:wrap-anywhere print:wrap-anywhere!">
        {getValue()}
      </bdi>
    ),
  }),
  helper.accessor((event) => event.target?.id, {
    id: "target",
    header: texts.target,
    meta: { label: texts.target, width: "w-auto", narrow: "data-cell-half" },
    cell: ({ row }) => <Target event={row.original} />,
  }),
  helper.accessor("environment", {
    header: texts.environment,
    meta: { label: texts.environment, width: "w-36" },
    cell: ({ getValue }) => {
      const environment = getValue();
      return environment === undefined ? null : <EnvironmentBadge environment={environment} />;
    },
  }),
  helper.accessor("outcome", {
    header: texts.outcome,
    meta: { label: texts.outcome, width: "w-28" },
    cell: ({ getValue }) => <AuditOutcome outcome={getValue()} />,
  }),
  helper.accessor("at", {
    header: texts.at,
    meta: { label: texts.at, width: "w-48", narrow: "data-cell-half" },
    cell: ({ getValue }) => <TimeCell at={getValue()} />,
  }),
]);
