import { pageLanguage, pageLocale } from "./page-language.ts";

/** The forms of a noun by CLDR plural category. `other` always exists. */
export interface PluralForms {
  one?: string;
  other: string;
}

// Formatters are cached, because creating one is expensive and a table needs one in every row.
const formats = new Map<string, Intl.NumberFormat>();
const plurals = new Intl.PluralRules(pageLanguage);

/** Formats a number for the locale, with any options of `Intl.NumberFormat`, such as a currency. */
export function formatNumber(value: number, options: Intl.NumberFormatOptions, locale = pageLocale): string {
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, options);
  formats.set(key, format);
  return format.format(value);
}

const countOptions = { maximumFractionDigits: 0 };

/** A count in the locale's notation. */
export const formatCount = (count: number, locale = pageLocale): string => formatNumber(count, countOptions, locale);

/** Formats the positions of a page's rows in the list: `1–25`, or `26` if the page has one row. */
export function formatPlaces(offset: number, rows: number, locale = pageLocale): string {
  const first = formatCount(offset + 1, locale);
  return rows === 1 ? first : `${first}–${formatCount(offset + rows, locale)}`;
}

/** `1 customer`, `212 customers`. The number follows `locale`; the noun follows the language of the texts. */
export function formatPlural(count: number, forms: PluralForms, locale = pageLocale): string {
  const category = plurals.select(count);
  const word = category === "one" && forms.one !== undefined ? forms.one : forms.other;
  return `${formatCount(count, locale)} ${word}`;
}

/**
 * Formats a size in a readable unit: `412 bytes`, `812 kB`, `1.4 MB`. Each unit is 1,000 times the next smaller unit.
 */
export function formatBytes(bytes: number, locale = pageLocale): string {
  if (bytes < 1_000) {
    return formatNumber(bytes, { style: "unit", unit: "byte", unitDisplay: "long" }, locale);
  }
  const [unit, size] = bytes < 1_000_000 ? (["kilobyte", 1_000] as const) : (["megabyte", 1_000_000] as const);
  const digits = unit === "megabyte" ? 1 : 0;
  return formatNumber(bytes / size, { style: "unit", unit, maximumFractionDigits: digits }, locale);
}

/**
 * Formats a rounded percentage: `33%`, or `0.5%` if `digits` is 1. `0%` and `100%` are shown only for exactly 0 and 1.
 * Other shares that would be rounded to these values are shown as `<1%` and `>99%`.
 */
export function formatPercent(share: number, digits = 0, locale = pageLocale): string {
  const format = (part: number) => formatNumber(part, { style: "percent", maximumFractionDigits: digits }, locale);
  const least = 10 ** -(digits + 2);
  if (share > 0 && share < least / 2) return `<${format(least)}`;
  if (share < 1 && share >= 1 - least / 2) return `>${format(1 - least)}`;
  return format(share);
}

/** Formats a percentage that is rounded down: `60%`. 100% therefore means that everything is done. */
export function formatShare(share: number, locale = pageLocale): string {
  return formatPercent(Math.floor(share * 100) / 100, 0, locale);
}
