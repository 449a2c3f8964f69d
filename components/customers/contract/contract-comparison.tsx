import type { ReactNode } from "react";
import type { Contract } from "#lib/contract/customer.ts";
import { type Member, memberTitles, reviewTexts } from "./texts.ts";

export const members: readonly Member[] = ["plan", "term"];

interface ContractComparisonProps {
  caption: string;
  /** The headings of the two columns. */
  from: string;
  to: string;
  /** The contract in the first column. */
  seen: Contract;
  /** What stands beside it. */
  children: (member: Member) => ReactNode;
}

/** Plan and term side by side, as they were and as they are or will be. */
export function ContractComparison({ caption, from, to, seen, children }: ContractComparisonProps) {
  return (
    <table className="w-full text-start">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-fine text-ink-muted">
        <tr>
          <td />
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
            <td className="px-2 py-2 wrap-anywhere">
              <bdi>{seen[name] ?? reviewTexts.nothing}</bdi>
            </td>
            <td className="px-2 py-2 wrap-anywhere">{children(name)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
