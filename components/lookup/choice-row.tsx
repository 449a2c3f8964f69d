import type { ReactNode } from "react";
import { classNames } from "#components/ui/class-names.ts";
import { useNumberLocale } from "#components/ui/count.tsx";
import { EnvironmentMark } from "#components/ui/environment/environment-mark.tsx";
import {
  Activity,
  ArrowRight,
  Building2,
  CalendarClock,
  CircleAlert,
  CircleCheck,
  Clock,
  Command as CommandIcon,
  FileUp,
  Hash,
  History,
  type IconComponent,
  ListChecks,
  ListFilter,
  Tag,
  Telescope,
  Ticket,
} from "#components/ui/icon/icons.tsx";
import { freshnessTexts } from "#components/ui/panel/freshness-texts.ts";
import { problemText } from "#components/ui/panel/problem-texts.ts";
import { BulkStatus } from "#components/ui/status/bulk-status.tsx";
import { CustomerStateBadge } from "#components/ui/status/customer-state.tsx";
import { ImportStatus } from "#components/ui/status/import-status.tsx";
import { operationKindName } from "#components/ui/status/operation-texts.ts";
import { OutcomeDetailStatus } from "#components/ui/status/outcome-status.tsx";
import { Timestamp, useTimeZone } from "#components/ui/time/timestamp.tsx";
import { useNow } from "#components/ui/time/use-now.ts";
import type { LookupHit } from "#lib/contract/console/lookup.ts";
import { customerState } from "#lib/contract/customers/customer-state.ts";
import { formatAgo } from "#lib/format/format-ago.ts";
import { shortenMiddle } from "#lib/format/format-id.ts";
import { formatWithZone } from "#lib/format/zoned-time.ts";
import { plannedHeading, plannedStateNames } from "#lib/planned/planned-texts.ts";
import type { Choice } from "./choices.ts";
import { allMatchesText, confirmationTexts, hitKinds, lookupTexts as texts } from "./texts.ts";

const hitIcons: Readonly<Record<LookupHit["kind"], IconComponent>> = {
  customer: Building2,
  job: Activity,
  operation: History,
  number: Hash,
  ticket: Ticket,
  tag: Tag,
  planned: CalendarClock,
  bulk: ListChecks,
  import: FileUp,
};

interface LineProps {
  icon: IconComponent;
  label: ReactNode;
  detail?: ReactNode;
  /** The content at the end of the line. */
  end?: ReactNode;
  tone?: "negative" | "accent" | undefined;
}

/**
 * The content of a line. The content is only text, so that a screen reader announces it as one name. On wide screens,
 * the content fits on one line.
 */
function Line({ icon: Icon, label, detail, end, tone }: LineProps) {
  return (
    <>
      <Icon
        aria-hidden
        className={classNames("mt-0.5 size-4 shrink-0", tone === "negative" ? "text-negative" : "text-ink-muted")}
      />
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2.5">
        <span className={classNames("max-w-full wrap-anywhere", tone === "accent" ? "text-accent" : "font-medium")}>
          {label}
        </span>
        {detail && <span className="max-w-full text-fine text-ink-muted wrap-anywhere">{detail}</span>}
      </span>
      {end && <span className="flex h-5 shrink-0 items-center gap-2">{end}</span>}
    </>
  );
}

function ShortID({ id }: { id: string }) {
  return (
    <span title={id} className="font-mono text-fine text-ink-muted max-sm:hidden">
      {shortenMiddle(id)}
    </span>
  );
}

function HitLine({ hit }: { hit: LookupHit }) {
  const { kind, id, label, detail, deleted = false, creation, outcomeDetail, createdAt, asOf } = hit;
  const { planned } = hit;
  const name = planned ? plannedHeading(planned) : kind === "operation" ? operationKindName(label) : label;
  const timeZone = useTimeZone();
  const isID = kind === "job" || (kind === "bulk" && label === id);
  const about = kind === "number" && detail === "" ? texts.noOwner : detail;
  return (
    <Line
      icon={hitIcons[kind]}
      label={
        <>
          <span className="sr-only">{hitKinds[kind]}: </span>
          <bdi className={classNames(deleted && "text-ink-muted line-through", isID && "font-mono text-table")}>
            {name || texts.noName}
          </bdi>
          {kind === "customer" && (
            <CustomerStateBadge
              customer={{ deleted }}
              state={customerState({ deleted, creation })}
              className="ms-2 align-bottom"
            />
          )}
          {outcomeDetail && <OutcomeDetailStatus detail={outcomeDetail} className="ms-2 text-fine" />}
          <RunState hit={hit} />
        </>
      }
      detail={
        <>
          {about && <bdi>{about}</bdi>}
          {planned &&
            ` · ${planned.nextAt ? formatWithZone(planned.nextAt, timeZone) : plannedStateNames[planned.state]}`}
          {createdAt !== undefined && <Age since={createdAt} />}
          {asOf !== undefined && (
            <span className="text-caution">
              {(about || planned) && " · "}
              {freshnessTexts.asOf} <Timestamp value={asOf} detail="clock" />
            </span>
          )}
        </>
      }
      end={
        <>
          {kind === "customer" && <Confirmation hit={hit} />}
          {kind === "customer" && <ShortID id={id} />}
          {kind !== "customer" && (
            <span aria-hidden className="text-fine text-ink-muted max-sm:hidden">
              {hitKinds[kind]}
            </span>
          )}
        </>
      }
    />
  );
}

/** The state of a bulk change or an import. Renders nothing for other kinds of hits. */
function RunState({ hit }: { hit: LookupHit }) {
  if (!(hit.bulk || hit.import)) return null;
  return (
    <span className="ms-2 text-fine font-normal">
      {hit.bulk && <BulkStatus bulk={hit.bulk} />}
      {hit.import && <ImportStatus found={hit.import} />}
    </span>
  );
}

/** How long ago a bulk change or an import was created. */
function Age({ since }: { since: string }) {
  const locale = useNumberLocale();
  const nowMs = useNow();
  return ` · ${formatAgo(since, new Date(nowMs).toISOString(), locale)}`;
}

/**
 * Whether the API has confirmed a customer. If the hit comes only from the store of known customers, shows when the
 * customer was last read. Renders nothing for other kinds of hits.
 */
function Confirmation({ hit: { confirmed, seenAt } }: { hit: LookupHit }) {
  const locale = useNumberLocale();
  const nowMs = useNow();
  if (confirmed === undefined) return null;
  if (confirmed) {
    return (
      <span title={confirmationTexts.confirmedWhy} className="inline-flex items-center gap-1 text-fine text-ink-muted">
        <CircleCheck aria-hidden className="size-3.5 text-positive" />
        <span className="max-sm:sr-only">{confirmationTexts.confirmed}</span>
      </span>
    );
  }
  if (seenAt === undefined) return null;
  return (
    <span title={confirmationTexts.readWhy} className="inline-flex items-center gap-1 text-fine text-ink-muted">
      <History aria-hidden className="size-3.5" />
      {confirmationTexts.read(formatAgo(seenAt, new Date(nowMs).toISOString(), locale))}
    </span>
  );
}

/** One line of the lookup. */
export function ChoiceRow({ choice }: { choice: Choice }) {
  switch (choice.kind) {
    case "hit":
      return <HitLine hit={choice.hit} />;
    case "recent":
      return (
        <Line
          icon={Clock}
          label={<bdi>{choice.customer.companyName || texts.noName}</bdi>}
          end={<ShortID id={choice.customer.customerID} />}
        />
      );
    case "all-matches":
      return <Line icon={ListFilter} tone="accent" label={allMatchesText(choice.total, choice.term)} />;
    case "further":
      return (
        <Line
          icon={Telescope}
          tone="accent"
          label={choice.again || choice.what === "numbers" ? texts.furtherAgain : texts.further}
        />
      );
    case "retry": {
      const { detail, requestID, code } = choice.problem;
      return (
        <Line
          icon={CircleAlert}
          tone="negative"
          label={choice.isFromRecord ? texts.recordOnly : problemText(code).title}
          detail={
            !choice.isFromRecord && (
              <>
                {detail} {requestID !== undefined && `${texts.requestID} ${requestID}`}
              </>
            )
          }
          end={<span className="text-accent text-table">{texts.retry}</span>}
        />
      );
    }
    case "command":
      return (
        <Line
          icon={choice.href === undefined ? CommandIcon : ArrowRight}
          label={choice.command.label}
          end={choice.command.environment && <EnvironmentMark environment={choice.command.environment} />}
        />
      );
  }
}
