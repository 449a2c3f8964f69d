import type { Environment } from "#lib/contract/environment.ts";

/**
 * Ranges that regulators have reserved for films and examples (Bundesnetzagentur, Ofcom, ARCEP). So no number of the
 * service belongs to a real person. Each prefix comes with the number of digits that follow it.
 */
const ranges: readonly (readonly [prefix: string, digits: number])[] = [
  ["+493023125", 3],
  ["+494066969", 3],
  ["+492214710", 3],
  ["+498999998", 3],
  ["+496990009", 3],
  ["+442079460", 3],
  ["+441174960", 3],
  ["+441314960", 3],
  ["+441614960", 3],
  ["+33199000", 3],
  ["+33261910", 3],
  ["+33353010", 3],
  ["+33465710", 3],
  ["+33536490", 3],
];

const perRange = 1_000;
/** How many numbers are available before +999 is used. */
export const numbersInPlan = ranges.length * perRange;

/**
 * The distance between two numbers that are assigned one after the other. It has no common divisor with the count of
 * numbers. So every number is used exactly once, in an order that looks random.
 */
const stride = 4_337;

/**
 * The index at which each environment begins. The values differ, so that the two environments have different numbers.
 */
const start: Readonly<Record<Environment, number>> = { production: 11, sandbox: 7_013 };

/**
 * The number at `index` in the order in which an environment assigns numbers, in E.164. The first index is 0. No number
 * occurs twice. After the ranges for examples are used up, numbers continue in +999, a country code that is not
 * assigned.
 */
export function numberAt(environment: Environment, index: number): string {
  if (index >= numbersInPlan) return `+999${String(index - numbersInPlan).padStart(9, "0")}`;
  const place = (start[environment] + index * stride) % numbersInPlan;
  const [prefix, digits] = ranges[Math.floor(place / perRange)] as (typeof ranges)[number];
  return `${prefix}${String(place % perRange).padStart(digits, "0")}`;
}
