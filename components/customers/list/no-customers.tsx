"use client";

import Link from "next/link";
import { SearchWideningFacts } from "#components/customers/search-widening/search-widening-facts.tsx";
import type { Ladder } from "#components/customers/search-widening/use-search-widening.ts";
import { emptyTexts, ladderTexts, customersTexts as texts, widenNames } from "#components/customers/texts.ts";
import { lastPageOffset } from "#components/data-table/page-position.ts";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { Count } from "#components/ui/count.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { customerForms } from "#components/ui/plural-forms.ts";
import { useMayWrite } from "#components/ui/session.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import type { CustomersView } from "#lib/url-state/customers-view.ts";

interface NoCustomersProps {
  environment: Environment;
  view: CustomersView;
  /** How many match, which is not none when the page is past the end. */
  total: number;
  ladder: Ladder;
  onChange: (change: Partial<CustomersView>) => void;
}

type PartProps = Pick<NoCustomersProps, "view" | "ladder" | "onChange">;

/** A button for each wider window that holds something, or may. */
function Widen({ ladder, onChange }: Omit<PartProps, "view">) {
  const worthwhile = ladder.steps.filter(({ count }) => count === undefined || count.total > 0);
  return worthwhile.map(({ window }, index) => (
    <Button key={window} variant={index === 0 ? "primary" : "secondary"} onClick={() => onChange({ window })}>
      {widenNames[window]}
    </Button>
  ));
}

function NothingFound({ view, ladder, onChange }: PartProps) {
  const { title, reason } = emptyTexts.search(view.searchTerm, view.window);
  const nowhere = ladder.steps.length > 0 && ladder.steps.every(({ count }) => count?.total === 0);
  return (
    <EmptyState
      title={title}
      actions={
        <>
          <Widen ladder={ladder} onChange={onChange} />
          {!view.includeDeleted && (
            <Button onClick={() => onChange({ includeDeleted: true })}>{emptyTexts.includeDeleted}</Button>
          )}
          <Button onClick={() => onChange({ searchTerm: "" })}>{texts.clearSearch}</Button>
        </>
      }
    >
      {nowhere ? ladderTexts.nowhere : reason} {!view.includeDeleted && emptyTexts.deletedHint}
      {!nowhere && <SearchWideningFacts view={view} ladder={ladder} />}
    </EmptyState>
  );
}

function EmptyWindow({ view, ladder, onChange }: PartProps) {
  const { title, reason } = emptyTexts.window(view.window);
  return (
    <EmptyState title={title} actions={<Widen ladder={ladder} onChange={onChange} />}>
      {reason} {!view.includeDeleted && emptyTexts.deletedHint}
      <SearchWideningFacts view={view} ladder={ladder} />
    </EmptyState>
  );
}

/** Nobody has ever created a customer here, as far as the API tells. */
function FirstUse({ environment, view, onChange }: Pick<NoCustomersProps, "environment" | "view" | "onChange">) {
  const mayWrite = useMayWrite();
  const { title, reason } = emptyTexts.nothing;
  return (
    <EmptyState
      title={title}
      actions={
        <>
          {mayWrite && (
            <Link href={pages.newCustomer(environment)} prefetch={false} className={buttonClass("primary")}>
              {texts.newCustomer}
            </Link>
          )}
          {!view.includeDeleted && (
            <Button onClick={() => onChange({ includeDeleted: true })}>{emptyTexts.includeDeleted}</Button>
          )}
        </>
      }
    >
      {reason} {!view.includeDeleted && emptyTexts.deletedHint}
    </EmptyState>
  );
}

/** Why no row is there, and the way to some. */
export function NoCustomers({ environment, view, total, ladder, onChange }: NoCustomersProps) {
  if (total > 0) {
    return (
      <EmptyState
        title={texts.pastTheEnd}
        actions={
          <Button variant="primary" onClick={() => onChange({ offset: lastPageOffset(total, view.limit) })}>
            {texts.lastPage}
          </Button>
        }
      >
        <Count value={total} forms={customerForms} />
      </EmptyState>
    );
  }
  if (view.searchTerm !== "") return <NothingFound view={view} ladder={ladder} onChange={onChange} />;
  if (view.window === "all") return <FirstUse environment={environment} view={view} onChange={onChange} />;
  return <EmptyWindow view={view} ladder={ladder} onChange={onChange} />;
}
