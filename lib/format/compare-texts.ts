import { pageLanguage } from "./page-language.ts";

/** Compares two texts for sorting, in the order of the pages' language. */
export const compareTexts = (a: string, b: string): number => a.localeCompare(b, pageLanguage);
