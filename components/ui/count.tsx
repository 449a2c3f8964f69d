"use client";

import { formatCount, formatPlural, type PluralForms } from "#lib/format/format-number.ts";
import { pageLocale } from "#lib/format/page-language.ts";

/** The locale for numbers and ages: that of the page's language, whatever the browser's is. */
export function useNumberLocale(): string {
  return pageLocale;
}

/** A number in the page's notation, with its word where `forms` are given. */
export function Count({ value, forms }: { value: number; forms?: PluralForms }) {
  const locale = useNumberLocale();
  return forms ? formatPlural(value, forms, locale) : formatCount(value, locale);
}
