"use client";

import { formatCount, formatPlural, type PluralForms } from "#lib/format/format-number.ts";
import { pageLocale } from "#lib/format/page-language.ts";

/** The locale for numbers and ages. It follows the page's language, not the browser's. */
export function useNumberLocale(): string {
  return pageLocale;
}

/** A number in the page's notation. With `forms`, its noun follows. */
export function Count({ value, forms }: { value: number; forms?: PluralForms }) {
  const locale = useNumberLocale();
  return forms ? formatPlural(value, forms, locale) : formatCount(value, locale);
}
