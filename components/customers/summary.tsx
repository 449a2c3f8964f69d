"use client";

import { useNumberLocale } from "#components/ui/count.tsx";
import type { CustomerList } from "#lib/contract/customer-list.ts";
import type { CustomersView } from "#lib/customers-view.ts";
import { formatCount, formatPlural } from "#lib/format-number.ts";
import { customerForms, customersTexts as texts, windowPhrase } from "./texts.ts";

interface SummaryProps {
  view: CustomersView;
  list: CustomerList | undefined;
  /** What is shown was asked before; something newer is on its way. */
  outdated: boolean;
}

/** `1–25 of 212 customers · created in the last 90 days`: the line above the table, read out when it changes. */
export function Summary({ view, list, outdated }: SummaryProps) {
  const locale = useNumberLocale();
  const count = (value: number) => formatCount(value, locale);
  const facts: string[] = [];
  if (outdated || !list) facts.push(outdated ? texts.searching : "");
  else {
    const { total, offset, customers } = list;
    const matching = total === 0 ? texts.none : formatPlural(total, customerForms, locale);
    const shown = customers.length === 0 ? "" : `${count(offset + 1)}–${count(offset + customers.length)} of `;
    facts.push(`${shown}${matching}`, windowPhrase(view.window));
    if (view.includeDeleted) facts.push(texts.deletedShown);
  }
  return (
    <p role="status" className="min-h-5 text-table">
      {facts.map((fact, index) => (
        <span key={fact} className={index === 0 ? "font-medium" : "text-ink-muted"}>
          {index > 0 && " · "}
          {fact}
        </span>
      ))}
    </p>
  );
}
