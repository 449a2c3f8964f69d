"use client";

import type { PluralForms } from "#lib/format/format-number.ts";
import { whyEmpty } from "#lib/why-not/why-empty.ts";
import { WhyEmptyState } from "./why-empty-state.tsx";

interface FilteredRowsProps {
  title: string;
  /** The name of the filter. */
  name: string;
  /** The number of rows without the filter. */
  found: number;
  forms: PluralForms;
  onRemove: () => void;
}

/** Explains why a table with one filter shows no rows. Needs the number of rows without the filter. */
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
