/** Word forms by CLDR plural category; `other` always exists. */
export interface PluralForms {
  one?: string;
  other: string;
}

/** A count in the locale's notation; without a locale the browser's own. */
export function formatCount(count: number, locale?: string): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }).format(count);
}

/** `1–25`: where the rows of a page stand in their list; `26` where the page has but one. */
export function formatPlaces(offset: number, rows: number, locale?: string): string {
  const first = formatCount(offset + 1, locale);
  return rows === 1 ? first : `${first}–${formatCount(offset + rows, locale)}`;
}

/** `1 customer`, `212 customers`: the number by `locale`, the word by the texts' own language. */
export function formatPlural(count: number, forms: PluralForms, locale?: string): string {
  const category = new Intl.PluralRules("en").select(count);
  const word = category === "one" && forms.one !== undefined ? forms.one : forms.other;
  return `${formatCount(count, locale)} ${word}`;
}

/** A size as people read it: `812 kB`, `1.4 MB`; thousands, as storage is sold. */
export function formatBytes(bytes: number, locale?: string): string {
  const [unit, size] = bytes < 1_000_000 ? (["kilobyte", 1_000] as const) : (["megabyte", 1_000_000] as const);
  const digits = unit === "megabyte" ? 1 : 0;
  return new Intl.NumberFormat(locale, { style: "unit", unit, maximumFractionDigits: digits }).format(bytes / size);
}

/** `60%`, rounded down: nothing is said to be done before it is. */
export function formatShare(share: number, locale?: string): string {
  const style = { style: "percent", maximumFractionDigits: 0 } as const;
  return new Intl.NumberFormat(locale, style).format(Math.floor(share * 100) / 100);
}
