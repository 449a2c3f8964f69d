"use client";

import { useQuery } from "@tanstack/react-query";
import { useNumberLocale } from "#components/ui/count.tsx";
import { Panel } from "#components/ui/panel/panel.tsx";
import { ProblemPanel } from "#components/ui/panel/problem-panel.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import type { Import, ImportField, ImportRow } from "#lib/contract/operations/imports.ts";
import { contractValueName } from "#lib/format/contract-value-name.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { pages } from "#lib/paths.ts";
import { importQueryOptions } from "#lib/query/operations/imports.ts";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import { importRowsTexts as texts } from "./texts.ts";

const shownRows = 10;

const fields = ["companyName", "plan", "term", "usersCount"] as const satisfies ImportField[];

/**
 * The value of a field in a row. There are three cases: the cell's text; the value that this text is mapped to; one
 * fixed value for all rows.
 */
function fieldValue(
  { columns, mapping }: Import,
  { cells }: ImportRow,
  field: (typeof fields)[number] | "adminUser.email",
): string {
  const isContract = field === "plan" || field === "term";
  const fixed = isContract ? mapping?.fixed[field] : undefined;
  if (fixed !== undefined) return fixed;
  const cell = cells?.[columns.findIndex((name) => mapping?.columns[name] === field)]?.trim() ?? "";
  return isContract ? (mapping?.values[field][cell] ?? cell) : cell;
}

/** The first customers that an import would create. Only for people who may see the rows of the import. */
export function ImportRows({ environment, importID }: { environment: Environment; importID: string }) {
  const locale = useNumberLocale();
  const { data, error, isFetching, refetch } = useQuery(
    importQueryOptions(environment, importID, { limit: shownRows, offset: 0, show: ["ready"] }),
  );
  if (error) {
    return (
      <Panel title={texts.title}>
        <ProblemPanel
          problem={shownProblem(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
          signInHref={pages.signIn(pages.import(environment, importID))}
        />
      </Panel>
    );
  }
  if (!data) return <p role="status">{texts.loading}</p>;
  const { import: found, rows, total } = data;
  const used = fields.filter((field) => rows.some((row) => fieldValue(found, row, field) !== ""));
  const show = (row: ImportRow, field: (typeof fields)[number]) => {
    const value = fieldValue(found, row, field);
    return field === "plan" || field === "term" ? contractValueName(field, value) : value;
  };
  return (
    <Panel title={texts.title}>
      <table className="w-full text-table">
        <caption className="sr-only">{texts.title}</caption>
        <thead className="text-fine text-ink-muted">
          <tr>
            {used.map((field) => (
              <th key={field} scope="col" className="px-4 py-1.5 text-start font-normal max-sm:px-2">
                {texts.fields[field]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.position} className="border-line border-t">
              {used.map((field) => (
                <td key={field} className="px-4 py-2 align-top wrap-anywhere max-sm:px-2">
                  <bdi>{show(row, field)}</bdi>
                  {field === "companyName" && (
                    <bdi className="block text-fine text-ink-muted">{fieldValue(found, row, "adminUser.email")}</bdi>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {total > rows.length && (
        <p className="border-line border-t px-4 py-2 text-fine text-ink-muted">
          {texts.more(formatCount(total - rows.length, locale))}
        </p>
      )}
    </Panel>
  );
}
