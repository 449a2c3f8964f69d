import type { Customer } from "#lib/contract/customers/customer.ts";
import { maxSeenValues, type SeenContractValue } from "#server/bff/store/contract-values.ts";

const maxValue = 100;

/**
 * Remembers plans and terms from responses, at most a hundred of each. Forms can then offer values that the
 * specification does not list. `keep` stores new values. If `keep` fails, these values count as new again.
 */
export function createContractValueMemory(
  keep: (values: readonly SeenContractValue[]) => Promise<void> = async () => {},
) {
  const seenValues = { plan: new Set<string>(), term: new Set<string>() };
  const isNew = ({ member, value }: SeenContractValue) =>
    !seenValues[member].has(value) &&
    value !== "" &&
    value.length <= maxValue &&
    !value.includes("\0") &&
    seenValues[member].size < maxSeenValues;
  return {
    note(customers: readonly Pick<Customer, "contract">[]) {
      const added: SeenContractValue[] = [];
      for (const { contract } of customers) {
        for (const member of ["plan", "term"] as const) {
          const value = contract[member];
          if (value === undefined || !isNew({ member, value })) continue;
          seenValues[member].add(value);
          added.push({ member, value });
        }
      }
      if (added.length === 0) return;
      keep(added).catch(() => {
        for (const { member, value } of added) seenValues[member].delete(value);
      });
    },
    plans: (): string[] => [...seenValues.plan],
    terms: (): string[] => [...seenValues.term],
  };
}
