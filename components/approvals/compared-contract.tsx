"use client";

import { ContractValue } from "#components/ui/value/contract-value.tsx";
import type { ApprovalDetail } from "#lib/contract/operations/approval.ts";
import { approvalTexts as texts } from "./texts.ts";

const members = ["plan", "term"] as const;

/** Compares the contract in three states: at the time of the request, now, and after the change. */
export function ComparedContract({ detail: { approval, current } }: { detail: ApprovalDetail }) {
  const { expected = {}, change, second } = approval;
  const wanted: { plan?: string; term?: string } = { ...change, ...second };
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
