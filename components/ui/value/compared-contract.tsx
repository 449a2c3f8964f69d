"use client";

import type { Contract } from "#lib/contract/customers/customer.ts";
import { comparedContractTexts as texts } from "./compared-contract-texts.ts";
import { ContractValue } from "./contract-value.tsx";

const members = ["plan", "term"] as const;

interface ComparedContractProps {
  /** The contract at the time of the request. */
  expected: Contract;
  /** The contract now. Undefined if it was not read. */
  current: Contract | undefined;
  /** The values that the change sets. */
  wanted: Contract;
}

/** Compares the contract in three states: at the time of the request, now, and after the change. */
export function ComparedContract({ expected, current, wanted }: ComparedContractProps) {
  const value = (member: (typeof members)[number], given: string | undefined) =>
    given === undefined ? (
      <span className="text-ink-muted">{texts.none}</span>
    ) : (
      <ContractValue member={member} value={given} />
    );
  return (
    <table className="w-full text-table">
      <caption className="sr-only">{texts.comparison}</caption>
      <thead className="text-fine text-ink-muted">
        <tr>
          <th scope="col" className="py-1.5 pe-2 text-start font-normal">
            <span className="sr-only">{texts.member}</span>
          </th>
          <th scope="col" className="px-2 py-1.5 text-start font-normal">
            {texts.before}
          </th>
          {current && (
            <th scope="col" className="px-2 py-1.5 text-start font-normal">
              {texts.now}
            </th>
          )}
          <th scope="col" className="px-2 py-1.5 text-start font-normal">
            {texts.after}
          </th>
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <tr key={member} className="border-line border-t">
            <th scope="row" className="py-2 pe-2 text-start font-normal text-ink-muted">
              {texts[member]}
            </th>
            <td className="px-2 py-2 wrap-break-word">{value(member, expected[member])}</td>
            {current && (
              <td
                className={`px-2 py-2 wrap-break-word ${current[member] === expected[member] ? "" : "font-semibold text-caution"}`}
              >
                {value(member, current[member])}
              </td>
            )}
            <td
              className={`px-2 py-2 wrap-break-word ${wanted[member] === undefined ? "text-ink-muted" : "font-semibold"}`}
            >
              {value(member, wanted[member] ?? expected[member])}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
