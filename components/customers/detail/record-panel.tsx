import { DeveloperPanel } from "#components/ui/record/developer-panel.tsx";
import { RawRecord } from "#components/ui/record/raw-record.tsx";
import type { Customer } from "#lib/contract/customers/customer.ts";
import { isKnownMember } from "#lib/customers/customer-members.ts";

/**
 * The customer as the API sent it, for people who work with the API. Members that the console does not know come first.
 */
export function RecordPanel({ customer }: { customer: Customer }) {
  return (
    <DeveloperPanel>
      <RawRecord record={customer.raw ?? {}} isKnown={(names, value) => isKnownMember(customer, names, value)} />
    </DeveloperPanel>
  );
}
