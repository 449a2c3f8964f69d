"use client";

import { formatCount, formatPlural, type PluralForms } from "#lib/format/format-number.ts";
import { pageLocale } from "#lib/format/page-language.ts";

/** The locale for numbers and ages. It follows the language of the page, not of the browser. */
export function useNumberLocale(): string {
  return pageLocale;
}

/** A number in the page's notation. If `forms` is set, the noun follows the number. */
export function Count({ value, forms }: { value: number; forms?: PluralForms }) {
  const locale = useNumberLocale();
  return forms ? formatPlural(value, forms, locale) : formatCount(value, locale);
}
