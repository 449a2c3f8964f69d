import { ContractValue } from "#components/ui/value/contract-value.tsx";
import type { Contract } from "#lib/contract/customers/customer.ts";
import { detailTexts as texts } from "./detail-texts.ts";

interface ContractsTableProps {
  caption: string;
  /** The columns, from left to right. Differences from the first column are highlighted. */
  columns: readonly { title: string; contract: Contract }[];
}

/**
 * Shows several contracts side by side, such as the reviewed contract, the contract that was found, and the earlier
 * contract.
 */
export function ContractsTable({ caption, columns }: ContractsTableProps) {
  const [first] = columns;
  return (
    <table className="w-full table-fixed text-table">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-fine text-ink-muted">
        <tr>
          <td className="w-14" />
          {columns.map(({ title }) => (
            <th key={title} scope="col" className="px-2 py-1 text-start font-normal">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {(["plan", "term"] as const).map((member) => (
          <tr key={member}>
            <th scope="row" className="border-line border-t py-1.5 text-start font-normal text-ink-muted">
              {texts.member[member]}
            </th>
            {columns.map(({ title, contract }) => {
              const value = contract[member];
              const differs = value !== first?.contract[member];
              return (
                <td
                  key={title}
                  className={`border-line border-t px-2 py-1.5 wrap-anywhere ${differs ? "font-semibold" : ""}`}
                >
                  {value === undefined ? (
                    <span className="text-ink-muted">{texts.notProvided}</span>
                  ) : (
                    <ContractValue member={member} value={value} />
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
