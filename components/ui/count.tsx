"use client";

import { formatCount, formatPlural, type PluralForms } from "#lib/format/format-number.ts";
import { useHydrated } from "./use-hydrated.ts";

/** The locale for numbers: English until the browser has taken over, then the browser's own. */
export function useNumberLocale(): string | undefined {
  return useHydrated() ? undefined : "en";
}

/** A number in the browser's notation, with its word where `forms` are given. */
export function Count({ value, forms }: { value: number; forms?: PluralForms }) {
  const locale = useNumberLocale();
  return forms ? formatPlural(value, forms, locale) : formatCount(value, locale);
}
