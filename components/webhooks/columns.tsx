"use client";

import { createColumnHelper } from "@tanstack/react-table";
import type { DataTableFeatures } from "#components/data-table/features.ts";
import { copyOf, type RowMenu } from "#components/data-table/row-menu.tsx";
import { CircleCheck, CirclePause } from "#components/ui/icon/icons.tsx";
import { CopyButton } from "#components/ui/record/copy-button.tsx";
import { EntityID } from "#components/ui/record/entity-id.tsx";
import { Status } from "#components/ui/status/status.tsx";
import type { Webhook } from "#lib/contract/webhook.ts";
import { webhookColumnTexts as columnTexts, webhooksTexts as texts } from "./texts.ts";

const helper = createColumnHelper<DataTableFeatures, Webhook>();

/** The number of events that a row shows. The tooltip and the raw data contain all events. */
const shownEvents = 2;

/** The URL to which the API sends events. It is not a link, because people do not open it. */
function Address({ url }: { url: string | undefined }) {
  if (url === undefined) return <span className="text-ink-muted">{texts.noAddress}</span>;
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <bdi title={url} className="font-semibold cards:wrap-anywhere wide:truncate">
        {url}
      </bdi>
      <CopyButton text={url} label={texts.copyUrl} />
    </span>
  );
}

function Events({ events }: { events: readonly string[] }) {
  if (events.length === 0) return <span className="text-ink-muted">{texts.noEvents}</span>;
  const more = events.slice(shownEvents);
  return (
    <span className="flex items-center gap-1 cards:flex-wrap" title={events.join(", ")}>
      {events.slice(0, shownEvents).map((event) => (
        <bdi key={event} className="min-w-0 truncate rounded-small bg-sunken px-1.5 font-mono text-fine">
          {event}
        </bdi>
      ))}
      {more.length > 0 && (
        <span className="shrink-0 text-fine text-ink-muted">
          <span aria-hidden>{texts.moreEvents(more.length)}</span>
          <span className="sr-only">, {more.join(", ")}</span>
        </span>
      )}
    </span>
  );
}

function Active({ active }: { active: boolean | undefined }) {
  if (active === undefined) return null;
  return (
    <Status tone={active ? "positive" : "neutral"} icon={active ? CircleCheck : CirclePause} className="align-middle">
      {active ? texts.active : texts.inactive}
    </Status>
  );
}

/** The menu of a webhook's row. The menu and the raw data contain all events. */
export const webhookRowMenu: RowMenu<Webhook> = ({ url, webhookID, events, raw }) => ({
  name: url ?? webhookID ?? texts.noAddress,
  copies: [
    ...copyOf(texts.copyID, webhookID),
    ...copyOf(texts.copyUrl, url),
    ...copyOf(texts.copyEvents, events.join(", ")),
  ],
  raw,
});

export const webhookColumns = helper.columns([
  helper.accessor("url", {
    header: columnTexts.url,
    meta: { label: columnTexts.url, width: "w-[36%]", rowHeader: true },
    cell: ({ getValue }) => <Address url={getValue()} />,
  }),
  helper.accessor("events", {
    header: columnTexts.events,
    meta: { label: columnTexts.events, width: "w-auto", narrow: "cards:col-span-full data-cell-plain" },
    cell: ({ getValue }) => <Events events={getValue()} />,
  }),
  helper.accessor("active", {
    header: columnTexts.active,
    meta: { label: columnTexts.active, width: "w-28 2xl:w-32" },
    cell: ({ getValue }) => <Active active={getValue()} />,
  }),
  helper.accessor("webhookID", {
    header: columnTexts.id,
    meta: { label: columnTexts.id, width: "w-36 2xl:w-40", isOptional: true },
    cell: ({ getValue }) => {
      const id = getValue();
      return id === undefined ? null : <EntityID id={id} copyLabel={texts.copyID} />;
    },
  }),
]);
