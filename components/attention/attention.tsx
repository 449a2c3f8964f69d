"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useId, useState } from "react";
import { HandOverHost } from "#components/forms/assign/hand-over-host.tsx";
import { announce } from "#components/ui/announcer.tsx";
import { Count, useNumberLocale } from "#components/ui/count.tsx";
import { environmentNames } from "#components/ui/environment/environment-names.ts";
import { CircleCheck } from "#components/ui/icon/icons.tsx";
import { keepFocusProps } from "#components/ui/keep-focus.tsx";
import { lazyPart } from "#components/ui/lazy/lazy-part.tsx";
import { ReadContent } from "#components/ui/panel/panel.tsx";
import type { AttentionItem, AttentionList } from "#lib/contract/console/attention.ts";
import { attentionUrgencies, urgencyOf } from "#lib/contract/values/console/attention-kinds.ts";
import { elsewhereDays } from "#lib/contract/values/customers/elsewhere-alerts.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { api, pages } from "#lib/paths.ts";
import { attentionQueryOptions } from "#lib/query/console/attention.ts";
import { attentionQueryKey } from "#lib/query/console/attention-count.ts";
import { keepPageData } from "#lib/query/page-reading.ts";
import { sendJson } from "#lib/requests/fetch-json.ts";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import { type AttentionView, attentionViewParams, parseAttentionView } from "#lib/url-state/attention-view.ts";
import { type ChangeView, useURLView } from "#lib/url-state/use-url-view.ts";
import { AttentionFilters } from "./filters.tsx";
import { ItemRow, type ItemSteps } from "./item-row.tsx";
import { sourceNames, attentionTexts as texts, urgencyNames } from "./texts.ts";

const SnoozeDialog = lazyPart(() => import("./snooze-dialog.tsx").then((module) => module.SnoozeDialog));

/** Loads later, because most people never see this empty state. */
const Nothing = lazyPart(() => import("./nothing.tsx").then((module) => module.Nothing));
const ReleaseDialog = lazyPart(() => import("./release-dialog.tsx").then((module) => module.ReleaseDialog));
const HandleDialog = lazyPart(() => import("./handle-dialog.tsx").then((module) => module.HandleDialog));

const codec = {
  parse: parseAttentionView,
  change: (view: AttentionView, changes: Partial<AttentionView>): AttentionView => ({ ...view, ...changes }),
  params: attentionViewParams,
};

/** Names the sources that could not be read, and the sources that were read only in part. */
function Coverage({ sources }: Pick<AttentionList, "sources">) {
  const locale = useNumberLocale();
  const unread = sources.filter(({ read }) => !read);
  const partly = sources.filter(({ coverage }) => coverage && coverage.looked < coverage.total);
  if (unread.length + partly.length === 0) return null;
  return (
    <div role="status" className="text-fine text-ink-muted">
      {unread.length > 0 && (
        <p>
          {texts.notRead}{" "}
          {unread
            .map(({ name, environment }) => `${environmentNames[environment]}: ${sourceNames[name] ?? name}`)
            .join(", ")}
        </p>
      )}
      {partly.map(({ environment, name, coverage }) => (
        <p key={`${environment} ${name}`}>
          {texts.partly(
            environmentNames[environment],
            name,
            formatCount(coverage?.looked ?? 0, locale),
            formatCount(coverage?.total ?? 0, locale),
          )}
        </p>
      ))}
    </div>
  );
}

/**
 * For each environment in the list, a link to all customers that were changed outside Switchboard. The period of the
 * link is `elsewhereDays`, as in the attention list.
 */
function ElsewhereLinks({ items }: { items: readonly AttentionItem[] }) {
  const listed = [...new Set(items.map(({ environment }) => environment))];
  return listed.map((environment) => (
    <Link
      key={environment}
      href={pages.customers(environment, new URLSearchParams({ elsewhere: `${elsewhereDays}d` }))}
      prefetch={false}
      className="text-accent hover:underline print:hidden"
    >
      {texts.allElsewhere(environmentNames[environment])}
    </Link>
  ));
}

/** One line that says that nothing needs attention. */
function AllDone() {
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <CircleCheck aria-hidden className="size-5 shrink-0 text-positive" />
      <h2 className="font-semibold text-title">{texts.empty}</h2>
      <p className="text-ink-muted">{texts.emptyNote}</p>
    </div>
  );
}

interface GroupsProps {
  list: AttentionList;
  view: AttentionView;
  steps: ItemSteps;
  change: ChangeView<AttentionView>;
}

/** For an item that a colleague has handed over, taking it over is the most important action. */
function Groups({ list, view, steps, change }: GroupsProps) {
  const titleID = useId();
  const first = view.snoozed || view.handled ? undefined : list.items[0];
  const groups = attentionUrgencies
    .map((urgency) => ({ urgency, items: list.items.filter((item) => urgencyOf(item) === urgency) }))
    .filter(({ items }) => items.length > 0);
  return (
    <div className="flex flex-col gap-5" tabIndex={-1} {...keepFocusProps}>
      {groups.length === 0 &&
        (attentionViewParams(view).size > 0 ? <Nothing view={view} change={change} /> : <AllDone />)}
      {groups.map(({ urgency, items }) => (
        <section key={urgency} aria-labelledby={`${titleID}-${urgency}`}>
          <header className="dotted-line mb-2 flex flex-wrap items-baseline text-fine text-ink-muted">
            <h2 id={`${titleID}-${urgency}`} className="font-semibold text-ink text-table">
              {urgencyNames[urgency]}
            </h2>
            <Count value={items.length} forms={texts.items} />
            {urgency === "elsewhere" && <ElsewhereLinks items={items} />}
          </header>
          <ul>
            {items.map((item) => (
              <ItemRow
                key={`${item.environment} ${item.kind} ${item.id}`}
                item={item}
                steps={steps}
                isFirst={item === first}
              />
            ))}
          </ul>
        </section>
      ))}
      <Coverage sources={list.sources} />
    </div>
  );
}

/** Everything that needs attention, in all environments, the most urgent first. The list refreshes automatically. */
export function Attention() {
  const [view, change] = useURLView(codec, pages.attention());
  const client = useQueryClient();
  const reading = useQuery({ ...attentionQueryOptions(view), ...keepPageData });
  const [snoozing, setSnoozing] = useState<AttentionItem>();
  const [handling, setHandling] = useState<AttentionItem>();
  const [releasing, setReleasing] = useState<AttentionItem>();
  const reopen = async ({ id, environment, kind, title, handled }: AttentionItem) => {
    const path = handled ? api.attentionHandled : api.attentionSnooze;
    try {
      await sendJson("DELETE", path(id, new URLSearchParams({ environment, kind })));
      announce(texts.woken(title));
    } catch (error) {
      announce(shownProblem(error).detail);
    }
    await client.invalidateQueries({ queryKey: attentionQueryKey });
  };
  const steps: ItemSteps = {
    snooze: setSnoozing,
    handle: setHandling,
    release: setReleasing,
    reopen: (item) => void reopen(item),
    dialogs: [SnoozeDialog, HandleDialog],
    releaseDialog: ReleaseDialog,
  };
  return (
    <>
      <AttentionFilters view={view} change={change} counts={reading.data?.counts} />
      <ReadContent
        reading={reading}
        signInHref={pages.signIn(pages.attention(attentionViewParams(view)))}
        skeleton={<p role="status">{texts.loading}</p>}
      >
        {(list) => <Groups list={list} view={view} steps={steps} change={change} />}
      </ReadContent>
      {snoozing && <SnoozeDialog item={snoozing} onClose={() => setSnoozing(undefined)} />}
      {releasing && <ReleaseDialog item={releasing} onClose={() => setReleasing(undefined)} />}
      <HandOverHost />
      {handling && <HandleDialog item={handling} onClose={() => setHandling(undefined)} />}
    </>
  );
}
