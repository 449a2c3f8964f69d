import type { Environment } from "#lib/contract/environment.ts";

/**
 * Ranges that regulators (Bundesnetzagentur, Ofcom, ARCEP) reserve for films and examples. No number of the service
 * therefore belongs to a real person. Each entry is a prefix and the number of digits after it.
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
/** How many numbers the reserved ranges contain. After these numbers, the numbers come from +999. */
export const numbersInPlan = ranges.length * perRange;

/**
 * The step between two consecutively assigned numbers. It has no common divisor with the count of numbers. Every number
 * is therefore used exactly once, in an order that looks random.
 */
const stride = 4_337;

/**
 * The index of the first number in each environment. The indexes differ, so that the lists of the environments differ.
 */
const start: Readonly<Record<Environment, number>> = { production: 11, sandbox: 7_013 };

/**
 * Returns the number at `index` (from 0) in the order in which an environment assigns numbers, in E.164. No number is
 * repeated. When the reserved ranges are used up, the numbers come from +999, an unassigned country code.
 */
export function numberAt(environment: Environment, index: number): string {
  if (index >= numbersInPlan) return `+999${String(index - numbersInPlan).padStart(9, "0")}`;
  const place = (start[environment] + index * stride) % numbersInPlan;
  const [prefix, digits] = ranges[Math.floor(place / perRange)] as (typeof ranges)[number];
  return `${prefix}${String(place % perRange).padStart(digits, "0")}`;
}
