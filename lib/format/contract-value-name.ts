import type { Contract } from "#lib/contract/customers/customer.ts";

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
