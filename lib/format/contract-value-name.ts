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

/** What people call a plan or a term: `Professional`, `12 months`. One that is not known is as the API spells it. */
export function contractValueName(member: keyof Contract, value: string): string {
  return member === "plan" ? (planNames.get(value) ?? value) : termName(value);
}

const keysOf = (member: keyof Contract, value: string) =>
  new Set([contractValueKey(value), contractValueKey(contractValueName(member, value))]);

/** True where both spell the same value: as the API does, or by the name that pages show. */
export function isSameContractValue(member: keyof Contract, a: string, b: string): boolean {
  if (a === b) return true;
  const keys = keysOf(member, a);
  return [...keysOf(member, b)].some((key) => keys.has(key));
}

/** The known values that a spelling may mean: the one that is spelled exactly so, otherwise every one that is the same. */
export function fittingContractValues(member: keyof Contract, value: string, known: readonly string[]): string[] {
  return known.includes(value) ? [value] : known.filter((one) => isSameContractValue(member, one, value));
}

/** The known value that a spelling means, where exactly one fits; otherwise the spelling itself. */
export function knownContractValue(member: keyof Contract, value: string, known: readonly string[]): string {
  const [first, ...others] = fittingContractValues(member, value, known);
  return first !== undefined && others.length === 0 ? first : value;
}
