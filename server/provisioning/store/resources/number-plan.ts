import type { Environment } from "#lib/contract/environment.ts";

/**
 * Ranges that regulators reserve for films and examples, so that no number of the service belongs to a real person:
 * Bundesnetzagentur, Ofcom, ARCEP. Each prefix comes with the number of digits that follow.
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
/** The number of available numbers before +999. */
export const numbersInPlan = ranges.length * perRange;

/**
 * The step between assigned numbers. It is coprime to the count of numbers, so that each number is used once, in an
 * order that looks random.
 */
const stride = 4_337;

/** The first index of each environment, so that their lists differ. */
const start: Readonly<Record<Environment, number>> = { production: 11, sandbox: 7_013 };

/**
 * The `index`-th number (from 0) that an environment assigns, in E.164. Never repeats. When the ranges for examples are
 * used up, it continues in +999, an unassigned country code.
 */
export function numberAt(environment: Environment, index: number): string {
  if (index >= numbersInPlan) return `+999${String(index - numbersInPlan).padStart(9, "0")}`;
  const place = (start[environment] + index * stride) % numbersInPlan;
  const [prefix, digits] = ranges[Math.floor(place / perRange)] as (typeof ranges)[number];
  return `${prefix}${String(place % perRange).padStart(digits, "0")}`;
}
