import type { Contract } from "#lib/contract/customers/customer.ts";
import { contractValueName } from "#lib/format/contract-value-name.ts";

interface ContractValueProps {
  member: keyof Contract;
  value: string;
  className?: string;
}

/** A plan or a term by its name; the tooltip has the API's own value. */
export function ContractValue({ member, value, className }: ContractValueProps) {
  return (
    <bdi title={value} className={className}>
      {contractValueName(member, value)}
    </bdi>
  );
}
