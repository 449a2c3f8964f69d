import { DeveloperPanel } from "#components/ui/record/developer-panel.tsx";
import { RawRecord } from "#components/ui/record/raw-record.tsx";
import type { CustomerAnswer } from "#lib/contract/customers/customer.ts";

const isSamePath = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((name, index) => name === other[index]);

/** The raw data of the customer from the API, for developers. Members that the console does not know come first. */
export function RecordPanel({ answer: { customer, knownPaths = [] } }: { answer: CustomerAnswer }) {
  return (
    <DeveloperPanel>
      <RawRecord record={customer.raw ?? {}} isKnown={(names) => knownPaths.some((path) => isSamePath(path, names))} />
    </DeveloperPanel>
  );
}
