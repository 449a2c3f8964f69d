import type { Customer } from "#lib/contract/customers/customer.ts";
import { maxSeenValues, type SeenContractValue } from "#server/bff/store/contract-values.ts";

const maxValue = 100;

/** The plans and terms that an environment's answers have shown since the start. */
export interface ContractValueMemory {
  note(customers: readonly Pick<Customer, "contract">[]): void;
  plans(): string[];
  terms(): string[];
}

/**
 * Remembers which plans and terms came past, at most a hundred of each, so that forms can offer what the specification
 * does not list. `keep` stores those that are new here; values that it could not store are new once more.
 */
export function createContractValueMemory(
  keep: (values: readonly SeenContractValue[]) => Promise<void> = async () => {},
): ContractValueMemory {
  const seen = { plan: new Set<string>(), term: new Set<string>() };
  const isNew = ({ member, value }: SeenContractValue) =>
    value !== "" &&
    value.length <= maxValue &&
    !value.includes("\0") &&
    seen[member].size < maxSeenValues &&
    !seen[member].has(value);
  return {
    note(customers) {
      const added: SeenContractValue[] = [];
      for (const { contract } of customers) {
        for (const member of ["plan", "term"] as const) {
          const value = contract[member];
          if (value === undefined || !isNew({ member, value })) continue;
          seen[member].add(value);
          added.push({ member, value });
        }
      }
      if (added.length === 0) return;
      keep(added).catch(() => {
        for (const { member, value } of added) seen[member].delete(value);
      });
    },
    plans: () => [...seen.plan],
    terms: () => [...seen.term],
  };
}
