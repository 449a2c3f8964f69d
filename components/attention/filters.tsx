"use client";

import { FilterBar } from "#components/forms/filters/filter-bar.tsx";
import { filtersOf } from "#components/forms/filters/filter-kinds.tsx";
import { Button } from "#components/ui/button.tsx";
import { useNumberLocale } from "#components/ui/count.tsx";
import { environmentNames } from "#components/ui/environment/environment-names.ts";
import { Check, Clock, Globe, Tag } from "#components/ui/icon/icons.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { useSession } from "#components/ui/session.tsx";
import { attentionKindNames } from "#components/ui/status/attention-texts.ts";
import type { AttentionList } from "#lib/contract/console/attention.ts";
import { attentionKinds } from "#lib/contract/values/console/attention-kinds.ts";
import { formatCount } from "#lib/format/format-number.ts";
import type { AttentionView } from "#lib/url-state/attention-view.ts";
import type { ChangeView } from "#lib/url-state/use-url-view.ts";
import { attentionTexts as texts } from "./texts.ts";

const kinds = attentionKinds.map((value) => ({ value, name: attentionKindNames[value] }));

interface FilterProps {
  view: AttentionView;
  change: ChangeView<AttentionView>;
  counts: AttentionList["counts"] | undefined;
}

/** The filters of the list. The URL stores all of them. */
export function AttentionFilters({ view, change, counts }: FilterProps) {
  const { environments } = useSession();
  const locale = useNumberLocale();
  const owners = [
    { value: "everyone", label: texts.everyone },
    { value: "me", label: texts.me },
  ] as const;
  const { several, one } = filtersOf(view);
  const filters = [
    ...(environments.length > 1
      ? [
          one(
            "environment",
            texts.environment,
            Globe,
            environments.map((value) => ({ value, name: environmentNames[value] })),
          ),
        ]
      : []),
    several("kinds", texts.kind, Tag, kinds),
  ];
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 print:hidden">
      <Segmented
        legend={texts.owner}
        value={view.mine ? "me" : "everyone"}
        options={owners}
        onChange={(owner) => change({ mine: owner === "me" })}
      />
      <div className="max-sm:w-full">
        <FilterBar filters={filters} change={change} />
      </div>
      <span className="ms-auto flex flex-wrap">
        {view.snoozed || view.handled ? (
          <Button variant="quiet" onClick={() => change({ snoozed: false, handled: false })}>
            {texts.backToOpen}
          </Button>
        ) : (
          <>
            {(counts?.snoozed ?? 0) > 0 && (
              <Button variant="quiet" onClick={() => change({ snoozed: true })}>
                <Clock aria-hidden className="size-4" />
                {texts.showSnoozed(formatCount(counts?.snoozed ?? 0, locale))}
              </Button>
            )}
            <Button variant="quiet" onClick={() => change({ handled: true })}>
              <Check aria-hidden className="size-4" />
              {texts.showHandled}
            </Button>
          </>
        )}
      </span>
    </div>
  );
}
