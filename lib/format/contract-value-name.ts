import type { Contract } from "#lib/contract/customers/customer.ts";
import { contractValueKey } from "#lib/contract/values/customers/contract-value-key.ts";

const planNames: ReadonlyMap<string, string> = new Map([
  ["essential", "Essential"],
  ["professional", "Professional"],
  ["enterprise", "Enterprise"],
  ["hardware-only", "Hardware only"],
]);

function termName(value: string): string {
  if (value === "monthly") return "Monthly";
  const months = /^([1-9]\d?)-months?$/.exec(value)?.[1];
  if (months === undefined) return value;
  return months === "1" ? "1 month" : `${months} months`;
}

/**
 * Returns the displayed name of a plan or a term: `Professional`, `12 months`. An unknown value keeps the API's
 * spelling.
 */
export function contractValueName(member: keyof Contract, value: string): string {
  return member === "plan" ? (planNames.get(value) ?? value) : termName(value);
}

const keysOf = (member: keyof Contract, value: string) =>
  new Set([contractValueKey(value), contractValueKey(contractValueName(member, value))]);

/** True if both texts mean the same value. Each text may be in the API's spelling or be a displayed name. */
export function isSameContractValue(member: keyof Contract, a: string, b: string): boolean {
  if (a === b) return true;
  const keys = keysOf(member, a);
  return [...keysOf(member, b)].some((key) => keys.has(key));
}

/**
 * Returns the known values that the spelling `value` may mean. If a known value has exactly this spelling, returns only
 * that value.
 */
export function fittingContractValues(member: keyof Contract, value: string, known: readonly string[]): string[] {
  return known.includes(value) ? [value] : known.filter((one) => isSameContractValue(member, one, value));
}

/**
 * Returns the known value that a spelling means. If no value fits, or several values fit, returns the spelling itself.
 */
export function knownContractValue(member: keyof Contract, value: string, known: readonly string[]): string {
  const [first, ...others] = fittingContractValues(member, value, known);
  return first !== undefined && others.length === 0 ? first : value;
}
