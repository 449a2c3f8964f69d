"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { announce } from "#components/ui/announcer.tsx";
import { Count, useNumberLocale } from "#components/ui/count.tsx";
import { environmentNames } from "#components/ui/environment/environment-names.ts";
import { lazyPart } from "#components/ui/lazy/lazy-part.tsx";
import { Panel, ReadContent } from "#components/ui/panel/panel.tsx";
import { attentionKindNames } from "#components/ui/status/attention-texts.ts";
import type { AttentionItem, AttentionList } from "#lib/contract/console/attention.ts";
import { attentionKinds } from "#lib/contract/values/console/attention-kinds.ts";
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
import { ItemRow } from "./item-row.tsx";
import { Nothing } from "./nothing.tsx";
import { kindNotes, sourceNames, attentionTexts as texts } from "./texts.ts";

const SnoozeDialog = lazyPart(() => import("./snooze-dialog.tsx").then((module) => module.SnoozeDialog));

const codec = {
  parse: parseAttentionView,
  change: (view: AttentionView, changes: Partial<AttentionView>): AttentionView => ({ ...view, ...changes }),
  params: attentionViewParams,
};

/** The sources that could not be read, and those that were read in part. */
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

/** Links to all customers that were changed outside Switchboard in the same days, for each listed environment. */
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

interface GroupsProps {
  list: AttentionList;
  view: AttentionView;
  onSnooze: (item: AttentionItem) => void;
  onWake: (item: AttentionItem) => void;
  change: ChangeView<AttentionView>;
}

function Groups({ list, view, onSnooze, onWake, change }: GroupsProps) {
  const groups = attentionKinds
    .map((kind) => ({ kind, items: list.items.filter((item) => item.kind === kind) }))
    .filter(({ items }) => items.length > 0);
  return (
    <div className="flex flex-col gap-4">
      {groups.length === 0 && <Nothing view={view} change={change} />}
      {groups.map(({ kind, items }) => (
        <Panel
          key={kind}
          title={attentionKindNames[kind]}
          tools={
            <span className="dotted-line flex flex-wrap items-center text-fine text-ink-muted">
              <Count value={items.length} forms={texts.items} />
              {kind === "elsewhere" && <ElsewhereLinks items={items} />}
            </span>
          }
        >
          <p className="border-line border-b px-4 py-2 text-fine text-ink-muted">{kindNotes[kind]}</p>
          <ul>
            {items.map((item) => (
              <ItemRow key={`${item.environment} ${item.id}`} item={item} onSnooze={onSnooze} onWake={onWake} />
            ))}
          </ul>
        </Panel>
      ))}
      <Coverage sources={list.sources} />
    </div>
  );
}

/** Everything that waits for a person, by kind, in all environments. The list refreshes automatically. */
export function Attention() {
  const [view, change] = useURLView(codec, pages.attention());
  const client = useQueryClient();
  const reading = useQuery({ ...attentionQueryOptions(view), ...keepPageData });
  const [snoozing, setSnoozing] = useState<AttentionItem>();
  const wake = async ({ id, environment, kind, title }: AttentionItem) => {
    try {
      await sendJson("DELETE", api.attentionSnooze(id, new URLSearchParams({ environment, kind })));
      announce(texts.woken(title));
    } catch (error) {
      announce(shownProblem(error).detail);
    }
    await client.invalidateQueries({ queryKey: attentionQueryKey });
  };
  return (
    <>
      <AttentionFilters view={view} change={change} counts={reading.data?.counts} />
      <ReadContent
        reading={reading}
        signInHref={pages.signIn(pages.attention(attentionViewParams(view)))}
        skeleton={<p role="status">{texts.loading}</p>}
      >
        {(list) => (
          <Groups list={list} view={view} onSnooze={setSnoozing} onWake={(item) => void wake(item)} change={change} />
        )}
      </ReadContent>
      {snoozing && <SnoozeDialog item={snoozing} onClose={() => setSnoozing(undefined)} />}
    </>
  );
}
