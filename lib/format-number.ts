/** Word forms by CLDR plural category; `other` always exists. */
export interface PluralForms {
  one?: string;
  other: string;
}

/** A count in the locale's notation; without a locale the browser's own. */
export function formatCount(count: number, locale?: string): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }).format(count);
}

/** `1 customer`, `212 customers`: the number by `locale`, the word by the texts' own language. */
export function formatPlural(count: number, forms: PluralForms, locale?: string): string {
  const category = new Intl.PluralRules("en").select(count);
  const word = category === "one" && forms.one !== undefined ? forms.one : forms.other;
  return `${formatCount(count, locale)} ${word}`;
}
