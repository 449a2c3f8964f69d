import type { Customer } from "#lib/contract/customers/customer.ts";

const maxValues = 100;
const maxValue = 100;

/** The plans and terms that an environment's answers have shown. */
export interface ContractValueMemory {
  note(customers: readonly Pick<Customer, "contract">[]): void;
  plans(): string[];
  terms(): string[];
}

/**
 * Remembers which plans and terms came past, at most a hundred of each, so that forms can offer what
 * the specification does not list. In memory only, so a restart empties it.
 */
export function createContractValueMemory(): ContractValueMemory {
  const plans = new Set<string>();
  const terms = new Set<string>();
  const add = (values: Set<string>, value: string | undefined) => {
    if (value === undefined || value === "" || value.length > maxValue || values.size >= maxValues) return;
    values.add(value);
  };
  return {
    note(customers) {
      for (const { contract } of customers) {
        add(plans, contract.plan);
        add(terms, contract.term);
      }
    },
    plans: () => [...plans],
    terms: () => [...terms],
  };
}
