import { classNames } from "#components/ui/class-names.ts";
import type { Contract } from "#lib/contract/customers/customer.ts";
import { contractValueName } from "#lib/format/contract-value-name.ts";

interface ContractValueProps {
  member: keyof Contract;
  value: string;
  className?: string;
}

/** The name of a plan or a term. The tooltip shows the API's own value. */
export function ContractValue({ member, value, className }: ContractValueProps) {
  return (
    <bdi title={value} className={classNames("print-whole", className)}>
      {contractValueName(member, value)}
    </bdi>
  );
}
