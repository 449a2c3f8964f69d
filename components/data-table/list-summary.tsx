"use client";

import { Button } from "#components/ui/button.tsx";
import { Count, useNumberLocale } from "#components/ui/count.tsx";
import { EmptyState } from "#components/ui/panel/empty-state.tsx";
import { formatPlaces, formatPlural, type PluralForms } from "#lib/format/format-number.ts";
import { lastPageOffset } from "./page-position.ts";
import { listTexts as texts } from "./texts.ts";

interface ListSummaryProps {
  /** The answer to the current request, once it has arrived. */
  list: { total: number; offset: number; pagedLocally?: true | undefined } | undefined;
  reading: boolean;
  /** The number of rows on the page. */
  rows: number;
  forms: PluralForms;
}

/** The line above a list that names the shown rows and the number of all rows, such as `1–25 of 212 jobs`. */
export function ListSummary({ list, reading, rows, forms }: ListSummaryProps) {
  const locale = useNumberLocale();
  if (!list) return reading ? texts.reading : texts.notRead;
  const { total, offset, pagedLocally } = list;
  return (
    <>
      <span className="font-medium">
        {total > 0 && rows > 0 && `${formatPlaces(offset, rows, locale)} ${texts.of} `}
        {total === 0 ? `${texts.no} ${forms.other}` : formatPlural(total, forms, locale)}
      </span>
      {pagedLocally && <span className="text-ink-muted"> · {texts.pagedLocally}</span>}
    </>
  );
}

interface OffsetPastEndProps {
  total: number;
  limit: number;
  forms: PluralForms;
  onOffset: (offset: number) => void;
}

/** Explains that the page is empty because it is past the end of the list. Has a button to the last page. */
export function OffsetPastEnd({ total, limit, forms, onOffset }: OffsetPastEndProps) {
  const toLast = (
    <Button variant="primary" onClick={() => onOffset(lastPageOffset(total, limit))}>
      {texts.lastPage}
    </Button>
  );
  return (
    <EmptyState title={texts.pastTheEnd} actions={toLast}>
      <Count value={total} forms={forms} />
    </EmptyState>
  );
}
