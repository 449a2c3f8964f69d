import type { ReactNode } from "react";
import { ContractValue } from "#components/ui/value/contract-value.tsx";
import type { Contract } from "#lib/contract/customers/customer.ts";
import { type Member, memberTitles, reviewTexts } from "./texts.ts";

export const members: readonly Member[] = ["plan", "term"];

/** A value of the contract in one of the two columns. */
export function ComparedValue({
  member,
  value,
  className,
}: {
  member: Member;
  value: string | undefined;
  className?: string;
}) {
  if (value === undefined) return <span className="text-ink-muted">{reviewTexts.nothing}</span>;
  return <ContractValue member={member} value={value} {...(className !== undefined && { className })} />;
}

interface ContractComparisonProps {
  caption: string;
  /** The headings of the two columns. */
  from: string;
  to: string;
  /** The contract in the first column. */
  before: Contract;
  /** Renders a member's cell in the second column. */
  children: (member: Member) => ReactNode;
}

/** Plan and term in two columns. The first column has the old values; the second has the current or future values. */
export function ContractComparison({ caption, from, to, before, children }: ContractComparisonProps) {
  return (
    <table className="w-full text-start max-sm:table-fixed">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-fine text-ink-muted">
        <tr>
          <td className="max-sm:w-14" />
          <th scope="col" className="px-2 py-1.5 text-start font-normal">
            {from}
          </th>
          <th scope="col" className="px-2 py-1.5 text-start font-normal">
            {to}
          </th>
        </tr>
      </thead>
      <tbody>
        {members.map((name) => (
          <tr key={name} className="border-line border-t align-top">
            <th scope="row" className="py-2 pe-2 text-start font-normal text-ink-muted">
              {memberTitles[name]}
            </th>
            <td className="px-2 py-2 wrap-break-word">
              <ComparedValue member={name} value={before[name]} />
            </td>
            <td className="px-2 py-2 wrap-break-word">{children(name)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
