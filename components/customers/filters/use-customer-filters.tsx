"use client";

import { useIsKnownOn } from "#components/customers/known-provider.tsx";
import { customersTexts, windowTexts } from "#components/customers/texts.ts";
import { filtersOf } from "#components/forms/filters/filter-kinds.tsx";
import type { ListFilter } from "#components/forms/filters/list-filter.ts";
import { windowFilter } from "#components/forms/filters/window-filter.tsx";
import { useNumberLocale } from "#components/ui/count.tsx";
import {
  Archive,
  CircleDot,
  Clock,
  ExternalLink,
  Hourglass,
  type IconComponent,
  Pin,
  ScrollText,
  Tag,
  Users,
} from "#components/ui/icon/icons.tsx";
import { lazyPart } from "#components/ui/lazy/lazy-part.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import type { CustomersView } from "#lib/url-state/customers-view.ts";
import type { KnownFiltersView } from "#lib/url-state/known-filters.ts";
import { DefaultWindow } from "./default-window.tsx";
import type { FilterEditorProps } from "./filter-editor.tsx";
import { type SetFilter, setFilters, knownFilterTexts as texts } from "./filter-texts.ts";

/** A placeholder with about the height of an editor, so that the popover hardly grows. */
const Waiting = () => <div className="h-24" />;

const FilterEditor = lazyPart<FilterEditorProps>(
  () => import("./filter-editor.tsx").then((module) => module.FilterEditor),
  Waiting,
);
const PinnedCount = lazyPart(() => import("./filter-editor.tsx").then((module) => module.PinnedCount));

const icons: Readonly<Record<SetFilter["id"], IconComponent>> = {
  plan: ScrollText,
  term: Hourglass,
  users: Users,
  tag: Tag,
  pinned: Pin,
  elsewhere: ExternalLink,
  age: Clock,
  state: CircleDot,
};

const removals: Readonly<Record<SetFilter["id"], Partial<KnownFiltersView>>> = {
  plan: { plan: [] },
  term: { term: [] },
  users: { usersFrom: undefined, usersTo: undefined },
  tag: { tag: [] },
  pinned: { pinned: false },
  elsewhere: { elsewhere: undefined },
  age: { ageFrom: undefined, ageTo: undefined },
  state: { state: [] },
};

/**
 * The filters of the list of customers. The API supports only the filters by date range and by deletion. All other
 * filters need the store of known customers. Without this store, a link may still set these filters, and a person can
 * only remove them.
 */
export function useCustomerFilters(environment: Environment, view: CustomersView): ListFilter<CustomersView>[] {
  const isOn = useIsKnownOn();
  const locale = useNumberLocale();
  const values = new Map(setFilters(view, locale).map(({ id, value }) => [id, value]));
  const known = (Object.keys(icons) as SetFilter["id"][]).map((id): ListFilter<CustomersView> => {
    const filter = { id, name: texts[id], icon: icons[id], value: values.get(id), removal: removals[id] };
    if (!isOn) return filter;
    if (id === "pinned") {
      return { ...filter, addition: { pinned: true }, note: <PinnedCount environment={environment} view={view} /> };
    }
    return {
      ...filter,
      editor: ({ change }) => <FilterEditor environment={environment} member={id} view={view} onChange={change} />,
    };
  });
  return [
    windowFilter({
      id: "window",
      name: windowTexts.chip,
      window: view.window,
      more: <DefaultWindow window={view.window} />,
    }),
    // Omitted if the filter by state is set, because that filter replaces this filter.
    ...(view.state.length > 0 ? [] : [filtersOf(view).onOff("includeDeleted", customersTexts.includeDeleted, Archive)]),
    ...known,
  ];
}
