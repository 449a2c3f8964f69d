"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useWhyEmpty } from "#components/data-table/why-empty/use-why-empty.ts";
import { WhyEmptyState } from "#components/data-table/why-empty/why-empty-state.tsx";
import { CircleCheck } from "#components/ui/icon/icons.tsx";
import { attentionQueryOptions } from "#lib/query/console/attention.ts";
import { attentionQueryKey } from "#lib/query/console/attention-count.ts";
import type { AttentionView } from "#lib/url-state/attention-view.ts";
import type { ChangeView } from "#lib/url-state/use-url-view.ts";
import { attentionLimits } from "#lib/why-not/attention-limits.ts";
import { attentionTexts as texts } from "./texts.ts";

const names: Record<keyof AttentionView, string> = {
  mine: `${texts.owner}: ${texts.me}`,
  environment: texts.environment,
  kind: texts.kind,
  snoozed: texts.snoozed,
  handled: texts.handled,
};

/** The title when no filter is set, or when the list is empty without filters too. */
function titleOf(view: AttentionView): string {
  if (view.environment !== undefined || view.kind !== undefined) return texts.emptyFiltered;
  if (view.snoozed) return texts.emptySnoozed;
  if (view.handled) return texts.emptyHandled;
  return view.mine ? texts.emptyMine : texts.empty;
}

/** The empty state: why the list is empty, and what it would show. */
export function Nothing({ view, change }: { view: AttentionView; change: ChangeView<AttentionView> }) {
  const client = useQueryClient();
  const limits = attentionLimits(view);
  const { why } = useWhyEmpty({
    queryKey: [...attentionQueryKey, view],
    limits,
    count: async (limit) => (await client.fetchQuery(attentionQueryOptions({ ...view, ...limit.change }))).total,
    enabled: true,
  });
  if (limits.length === 0) {
    return (
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <CircleCheck aria-hidden className="size-5 shrink-0 text-positive" />
        <h2 className="font-semibold text-title">{texts.empty}</h2>
        <p className="text-ink-muted">{texts.emptyNote}</p>
      </div>
    );
  }
  return (
    <div className="rounded-base border border-line bg-surface">
      <WhyEmptyState
        title={titleOf(view)}
        why={why}
        limits={limits}
        forms={texts.items}
        wordsOf={({ filter }) => ({ name: filter && names[filter] })}
        onChange={change}
        nothing={view.snoozed ? texts.emptySnoozedNote : view.handled ? texts.emptyHandledNote : texts.emptyNote}
      />
    </div>
  );
}
