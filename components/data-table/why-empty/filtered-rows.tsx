"use client";

import type { PluralForms } from "#lib/format/format-number.ts";
import { whyEmpty } from "#lib/why-not/why-empty.ts";
import { WhyEmptyState } from "./why-empty-state.tsx";

interface FilteredRowsProps {
  title: string;
  /** Of the one filter. */
  name: string;
  /** How many rows there are without it. */
  found: number;
  forms: PluralForms;
  onRemove: () => void;
}

/** Why a table shows no row that has one filter, where the number of all its rows is known. */
export function FilteredRows({ title, name, found, forms, onRemove }: FilteredRowsProps) {
  const limit = { cause: "filter" as const, change: {} };
  return (
    <WhyEmptyState
      title={title}
      why={whyEmpty([{ ...limit, found }])}
      limits={[limit]}
      forms={forms}
      wordsOf={() => ({ name })}
      onChange={onRemove}
      nothing={undefined}
    />
  );
}
