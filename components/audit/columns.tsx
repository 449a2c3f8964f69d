"use client";

import { useQuery } from "@tanstack/react-query";
import { createColumnHelper } from "@tanstack/react-table";
import Link from "next/link";
import { useMemo } from "react";
import type { DataTableFeatures } from "#components/data-table/features.ts";
import { copyOf, type RowMenu } from "#components/data-table/row-menu.tsx";
import { TimeCell } from "#components/data-table/time-cell.tsx";
import { EnvironmentMark } from "#components/ui/environment/environment-mark.tsx";
import { Check, CircleHelp, CircleSlash, CircleX } from "#components/ui/icon/icons.tsx";
import { EntityID } from "#components/ui/record/entity-id.tsx";
import { routeName } from "#components/ui/status/route-texts.ts";
import { Status, type StatusStyle } from "#components/ui/status/status.tsx";
import { CustomerName } from "#components/ui/value/customer-name.tsx";
import { PersonName } from "#components/ui/value/person-name.tsx";
import type { AuditEvent } from "#lib/contract/access/audit.ts";
import type { AuditList } from "#lib/contract/access/audit-requests.ts";
import { customerOfEvent } from "#lib/contract/values/access/audit-customer.ts";
import { shortenMiddle } from "#lib/format/format-id.ts";
import { pages } from "#lib/paths.ts";
import { auditPeopleQueryOptions } from "#lib/query/console/audit.ts";
import { auditViewParams, parseAuditView } from "#lib/url-state/audit-view.ts";
import { usePageQuery } from "#lib/url-state/page-query.tsx";
import { type AuditResult, auditResultOf } from "./result.ts";
import { actionName, actorNames, outcomeNames, resultTexts, targetNames, auditColumnTexts as texts } from "./texts.ts";

const helper = createColumnHelper<DataTableFeatures, AuditEvent>();

const statusStyles: Readonly<Record<AuditEvent["outcome"], StatusStyle>> = {
  done: { tone: "neutral", icon: Check },
  denied: { tone: "caution", icon: CircleSlash },
  failed: { tone: "negative", icon: CircleX },
};

const resultStyles: Readonly<Record<AuditResult, StatusStyle>> = {
  accepted: statusStyles.done,
  verified: statusStyles.done,
  resolved: statusStyles.done,
  refused: statusStyles.failed,
  "not-sent": statusStyles.failed,
  prevented: { tone: "neutral", icon: CircleSlash },
  unknown: { tone: "caution", icon: CircleHelp },
};

/**
 * The outcome of an event. For a write, the name of its result. If `isWhole` is true and a reason is known, the text is
 * the reason. Otherwise only the tooltip contains the reason.
 */
export function AuditOutcome({ event, isWhole = false }: { event: AuditEvent; isWhole?: boolean }) {
  const written = auditResultOf(event);
  if (!written) return <Status {...statusStyles[event.outcome]}>{outcomeNames[event.outcome]}</Status>;
  const { result, code } = written;
  const reason = result === "prevented" && code !== undefined ? resultTexts.preventedBy(code) : undefined;
  return (
    <Status {...resultStyles[result]} title={reason}>
      {(isWhole && reason) || resultTexts[result]}
    </Status>
  );
}

/**
 * The names of the people, customers, bulk changes and imports of events. Events themselves contain only IDs and e-mail
 * addresses.
 */
export interface AuditNames {
  /** By ID of the person or the API client. */
  people: ReadonlyMap<string, string>;
  /** By environment and ID of the customer, as in `customerKey`. */
  customers: ReadonlyMap<string, string>;
  /** By ID of the bulk change or the import. */
  runs: ReadonlyMap<string, string>;
}

const customerKey = (environment: string | undefined, customerID: string) => `${environment} ${customerID}`;

/** Collects the names that came with the events, and the names of all other people, as soon as they have loaded. */
export function useAuditNames({
  people,
  customers,
  runs,
}: Pick<AuditList, "people" | "customers" | "runs"> = {}): AuditNames {
  const { data } = useQuery(auditPeopleQueryOptions());
  return useMemo(
    () => ({
      people: new Map([
        ...(data?.people.map(({ staffID, name, email }) => [staffID, name || email] as const) ?? []),
        ...(people?.map(({ staffID, name }) => [staffID, name] as const) ?? []),
      ]),
      customers: new Map(
        customers?.map(({ environment, customerID, companyName }) => [
          customerKey(environment, customerID),
          companyName,
        ]),
      ),
      runs: new Map(runs?.map(({ id, name }) => [id, name])),
    }),
    [data, people, customers, runs],
  );
}

/** The name of the actor. Without a known name, the e-mail address. */
export const actorName = ({ actor }: Pick<AuditEvent, "actor">, { people }: AuditNames): string =>
  people.get(actor.id ?? "") ?? actor.email ?? actor.id ?? actorNames[actor.kind];

/** The name of the customer that an event requests to create. Its ID is not known yet. */
function requestedName({ after }: AuditEvent): string | undefined {
  const { request } = (after ?? {}) as { request?: { companyName?: unknown } | null };
  return typeof request?.companyName === "string" ? request.companyName : undefined;
}

/** The known name of the event's customer. */
export function companyNameOf(event: AuditEvent, { customers }: AuditNames): string | undefined {
  const customerID = customerOfEvent(event);
  return customerID === undefined ? requestedName(event) : customers.get(customerKey(event.environment, customerID));
}

/**
 * The name of an event's target. For an operation or a planned change, the name of its customer. For a bulk change or
 * an import, its reason or file. Undefined if only the target's ID is known.
 */
export function targetName(event: AuditEvent, names: AuditNames): string | undefined {
  const { kind, id } = event.target ?? { kind: "", id: "" };
  return kind === "route" ? routeName(id) : (names.people.get(id) ?? names.runs.get(id) ?? companyNameOf(event, names));
}

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

function Target({ event, names }: { event: AuditEvent; names: AuditNames }) {
  const { target } = event;
  if (!target) return null;
  const href = targetHref(event);
  const name = targetName(event, names);
  const shown = name ?? (ids.has(target.kind) ? shortenMiddle(target.id) : target.id);
  const style = name === undefined ? "font-mono text-fine" : "";
  return (
    <span title={name ?? target.id} className="cell-long">
      {targetNames[target.kind] ?? target.kind}{" "}
      {href === undefined ? (
        <bdi className={name === undefined ? style : "text-ink"}>{shown}</bdi>
      ) : (
        <Link href={href} prefetch={false} className="text-accent hover:underline">
          <bdi className={style}>{shown}</bdi>
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
      ...copyOf(texts.copyCustomer, target?.kind === "customer" ? undefined : customerOfEvent(event)),
      ...copyOf(texts.copyRequest, requestID),
      ...copyOf(texts.copyAddress, address),
    ],
    links: href === undefined ? [] : [{ label: texts.openTarget, href }],
  };
};

/** A column that is hidden by default. */
const optionalText = (width: string, label: string) => ({
  header: label,
  meta: { label, width, isOptional: true as const },
});

/** The columns of the audit log. No column can be sorted, because the log has one order. */
export const auditColumns = (names: AuditNames) =>
  helper.columns([
    helper.accessor("action", {
      header: texts.action,
      meta: { label: texts.action, width: "w-56", rowHeader: true },
      cell: ({ row }) => <Action event={row.original} />,
    }),
    helper.accessor((event) => actorName(event, names), {
      id: "who",
      header: texts.who,
      meta: { label: texts.who, width: "w-[16%]", narrow: "data-cell-half data-cell-plain" },
      cell: ({ getValue, row }) => <PersonName name={getValue()} email={row.original.actor.email ?? getValue()} />,
    }),
    helper.accessor((event) => event.target?.id, {
      id: "target",
      header: texts.target,
      meta: { label: texts.target, width: "w-auto", narrow: "data-cell-half data-cell-plain" },
      cell: ({ row }) => <Target event={row.original} names={names} />,
    }),
    helper.accessor(customerOfEvent, {
      id: "customer",
      ...optionalText("w-[16%]", texts.customer),
      cell: ({ getValue, row: { original } }) =>
        original.environment !== undefined && (
          <CustomerName
            environment={original.environment}
            customerID={getValue()}
            companyName={companyNameOf(original, names)}
          />
        ),
    }),
    helper.accessor("environment", {
      header: texts.environment,
      meta: { label: texts.environment, width: "w-32" },
      cell: ({ getValue }) => {
        const environment = getValue();
        return environment === undefined ? null : (
          <EnvironmentMark environment={environment} className="align-middle" />
        );
      },
    }),
    helper.accessor("outcome", {
      header: texts.outcome,
      meta: { label: texts.outcome, width: "w-36" },
      cell: ({ row }) => <AuditOutcome event={row.original} />,
    }),
    helper.accessor("ticket", { ...optionalText("w-28", texts.ticket), cell: ({ getValue }) => getValue() }),
    helper.accessor("address", { ...optionalText("w-32", texts.address), cell: ({ getValue }) => getValue() }),
    helper.accessor("requestID", {
      ...optionalText("w-36", texts.requestID),
      cell: ({ getValue }) => {
        const requestID = getValue();
        return requestID !== undefined && <EntityID id={requestID} copyLabel={texts.copyRequest} />;
      },
    }),
    helper.accessor((event) => event.target?.id, {
      id: "targetID",
      ...optionalText("w-36", texts.targetID),
      cell: ({ getValue }) => {
        const targetID = getValue();
        return targetID !== undefined && <EntityID id={targetID} copyLabel={texts.copyTarget} />;
      },
    }),
    helper.accessor("at", {
      header: texts.at,
      meta: { label: texts.at, width: "w-40", narrow: "data-cell-half data-cell-plain" },
      cell: ({ getValue }) => <TimeCell at={getValue()} />,
    }),
  ]);
