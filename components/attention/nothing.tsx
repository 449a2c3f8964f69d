"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useWhyEmpty } from "#components/data-table/why-empty/use-why-empty.ts";
import { WhyEmptyState } from "#components/data-table/why-empty/why-empty-state.tsx";
import { attentionQueryOptions } from "#lib/query/console/attention.ts";
import { attentionQueryKey } from "#lib/query/console/attention-count.ts";
import type { AttentionView } from "#lib/url-state/attention-view.ts";
import type { ChangeView } from "#lib/url-state/use-url-view.ts";
import { attentionLimits } from "#lib/why-not/attention-limits.ts";
import { nothingTexts } from "./nothing-texts.ts";
import { attentionTexts as texts } from "./texts.ts";

const names: Record<keyof AttentionView, string> = {
  mine: `${texts.owner}: ${texts.me}`,
  environment: texts.environment,
  kinds: texts.kind,
  snoozed: texts.snoozed,
  handled: texts.handled,
};

/** The title for an empty list. It depends on the filter that is set. */
function titleOf(view: AttentionView): string {
  if (view.environment !== undefined || view.kinds.length > 0) return nothingTexts.emptyFiltered;
  if (view.snoozed) return nothingTexts.emptySnoozed;
  if (view.handled) return nothingTexts.emptyHandled;
  return nothingTexts.emptyMine;
}

/** The empty state of a filtered list. Explains why the list is empty and what it would contain. */
export function Nothing({ view, change }: { view: AttentionView; change: ChangeView<AttentionView> }) {
  const client = useQueryClient();
  const limits = attentionLimits(view);
  const { why } = useWhyEmpty({
    queryKey: [...attentionQueryKey, view],
    limits,
    count: async (limit) => (await client.fetchQuery(attentionQueryOptions({ ...view, ...limit.change }))).total,
    enabled: true,
  });
  return (
    <div className="rounded-base border border-line bg-surface">
      <WhyEmptyState
        title={titleOf(view)}
        why={why}
        limits={limits}
        forms={texts.items}
        wordsOf={({ filter }) => ({ name: filter && names[filter] })}
        onChange={change}
        nothing={
          view.snoozed ? nothingTexts.emptySnoozedNote : view.handled ? nothingTexts.emptyHandledNote : texts.emptyNote
        }
      />
    </div>
  );
}
