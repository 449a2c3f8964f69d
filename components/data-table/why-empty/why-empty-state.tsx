"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { useNumberLocale } from "#components/ui/count.tsx";
import { Search } from "#components/ui/icon/icons.tsx";
import { lookupRequest } from "#components/ui/lookup-request.ts";
import { EmptyState } from "#components/ui/panel/empty-state.tsx";
import { emptyCauseTexts, whyEmptyTexts as texts } from "#components/ui/why-not/texts.ts";
import { formatPlural, type PluralForms } from "#lib/format/format-number.ts";
import type { CountedListLimit } from "#lib/why-not/count-limits.ts";
import type { ListLimit } from "#lib/why-not/list-limit.ts";
import type { WhyEmpty } from "#lib/why-not/why-empty.ts";

/** The words for a limit: its name, and a label for the button that removes it if the default label does not fit. */
export interface LimitWords {
  /** The name of the filter or of the environment. */
  name?: string | undefined;
  label?: string;
  /** The URL of the list after the limit is removed. Set if this list is on another page. */
  href?: string;
}

interface WhyEmptyStateProps<View> {
  title: string;
  /** The reason why the list is empty. Undefined while rows are being counted. */
  why: WhyEmpty<CountedListLimit<View>> | undefined;
  /** The limits of the list, in the order in which they are checked. */
  limits: readonly ListLimit<View>[];
  forms: PluralForms;
  /** The highest number that the list can count. */
  maxCount?: number;
  wordsOf: (limit: ListLimit<View>) => LimitWords;
  onChange: (change: Partial<View>) => void;
  /** Shown if the list would be empty even without its limits. */
  nothing: ReactNode;
  /**
   * The search text of the list. Empty or absent if the list has no search text. A button offers the lookup of this
   * text.
   */
  searchTerm?: string | undefined;
  /** Further facts about the result. */
  facts?: ReactNode;
  /** The next step if there is no button that removes a limit. */
  action?: ReactNode;
  /** Additional actions. */
  more?: ReactNode;
}

/**
 * Explains why a list is empty, announces the reason, and offers a button that removes the limit. If the reason is
 * unknown, names all possible reasons and offers a button for each.
 */
export function WhyEmptyState<View>(props: WhyEmptyStateProps<View>) {
  const {
    title,
    why,
    limits,
    forms,
    maxCount = Number.POSITIVE_INFINITY,
    wordsOf,
    onChange,
    nothing,
    searchTerm = "",
    facts,
    action,
    more,
  } = props;
  const locale = useNumberLocale();
  const decisive = why?.kind === "limit" ? why.limit : undefined;
  const reason = () => {
    if (decisive) {
      const counted = formatPlural(Math.min(decisive.found, maxCount), forms, locale);
      const rows = decisive.found > maxCount ? texts.moreThan(counted) : counted;
      return emptyCauseTexts[decisive.cause].reason(rows, wordsOf(decisive).name ?? "");
    }
    if (!why) return texts.checking;
    if (why.kind !== "undecided") return nothing;
    const names = why.limits.map((limit) => emptyCauseTexts[limit.cause].limit(wordsOf(limit).name ?? ""));
    return texts.undecided([...new Set(names)].join(", "));
  };
  // Offers to remove the search text even if another limit is the reason, because the person may want to type another
  // text.
  const search = limits.find(({ cause }) => cause === "search");
  const elsewhere = decisive ? [] : limits.filter(({ cause }) => cause === "environment");
  const kept = [...elsewhere, ...(search && decisive?.cause !== "search" ? [search] : [])];
  const undecided = why?.kind === "undecided" ? why.limits : limits;
  const offered: readonly ListLimit<View>[] = decisive
    ? [decisive, ...kept]
    : why?.kind === "nothing"
      ? kept
      : undecided;
  const steps = new Map(
    offered.map((limit) => {
      const { name = "", label = emptyCauseTexts[limit.cause].step(name), href } = wordsOf(limit);
      return [label, { limit, href }];
    }),
  );
  return (
    <EmptyState
      title={title}
      actions={
        (steps.size > 0 || action || more || searchTerm !== "") && (
          <>
            {[...steps].map(([label, { limit, href }], index) => {
              const variant = decisive && index === 0 ? "primary" : "secondary";
              return href === undefined ? (
                <Button key={label} variant={variant} onClick={() => onChange(limit.change)}>
                  {label}
                </Button>
              ) : (
                <Link key={label} href={href} prefetch={false} className={buttonClass(variant)}>
                  {label}
                </Link>
              );
            })}
            {searchTerm !== "" && (
              <Button onClick={() => lookupRequest.set({ text: searchTerm })}>
                <Search aria-hidden className="size-4" />
                <bdi className="max-w-md truncate">{texts.lookUp(searchTerm)}</bdi>
              </Button>
            )}
            {steps.size === 0 && action}
            {more}
          </>
        )
      }
    >
      <span role="status">{reason()}</span>
      {facts}
    </EmptyState>
  );
}
