"use client";

import { useId, useState } from "react";
import { ConfirmedDialog } from "#components/forms/confirmed-dialog.tsx";
import { inputClass } from "#components/forms/text-field.tsx";
import { useConfirmedChange } from "#components/forms/use-confirmed-change.ts";
import { fieldNames, rowTexts as texts } from "#components/imports/texts.ts";
import { useNumberLocale } from "#components/ui/count.tsx";
import type { Import, ImportRow } from "#lib/contract/operations/imports.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { changeImportRows, importKey } from "#lib/query/operations/imports.ts";
import { ContractWordSelect } from "./contract-word-select.tsx";

interface CorrectDialogProps {
  found: Import;
  row: ImportRow;
  onClose: () => void;
}

/** A form to correct the mapped cells of a row. */
export function CorrectDialog({ found, row, onClose }: CorrectDialogProps) {
  const locale = useNumberLocale();
  const formID = useId();
  const { environment, importID, columns, mapping } = found;
  const used = columns.filter((name) => (mapping?.columns[name] ?? "ignore") !== "ignore");
  const [cells, setCells] = useState(() =>
    Object.fromEntries(used.map((name) => [name, row.cells?.[columns.indexOf(name)] ?? ""])),
  );
  const change = useConfirmedChange({ queryKey: importKey(environment, importID) });
  const save = () =>
    change.run(async () => {
      await changeImportRows(environment, importID, { rows: [{ position: row.position, cells }] });
      onClose();
    });
  const messageOf = (name: string) =>
    row.issues.find((issue) => issue.column === name && issue.level !== "note")?.message;
  return (
    <ConfirmedDialog
      title={texts.correctTitle(formatCount(row.line, locale))}
      change={change}
      failed={texts.failed}
      submit={texts.save}
      onSubmit={() => void save()}
      cancel={{ label: texts.cancel, onClick: onClose }}
      onClose={onClose}
    >
      <p className="text-ink-muted">{texts.correctIntro}</p>
      {used.map((name, index) => {
        const field = mapping?.columns[name] ?? "other";
        const message = messageOf(name);
        const id = `${formID}-${index}`;
        return (
          <div key={name} className="flex flex-col gap-1">
            <label htmlFor={id} className="font-medium text-table">
              {field === "other" ? <bdi>{name}</bdi> : fieldNames[field]}
              {field !== "other" && <bdi className="ms-2 font-mono font-normal text-fine text-ink-muted">{name}</bdi>}
            </label>
            {field === "plan" || field === "term" ? (
              <ContractWordSelect
                id={id}
                environment={environment}
                member={field}
                value={mapping?.values[field][cells[name] ?? ""] ?? cells[name] ?? ""}
                none={texts.none}
                onValue={(value) => setCells((before) => ({ ...before, [name]: value }))}
                aria-describedby={message === undefined ? undefined : `${id}-message`}
              />
            ) : (
              <input
                id={id}
                value={cells[name] ?? ""}
                spellCheck={false}
                autoComplete="off"
                aria-describedby={message === undefined ? undefined : `${id}-message`}
                onChange={({ target }) => setCells((before) => ({ ...before, [name]: target.value }))}
                className={inputClass}
              />
            )}
            {message !== undefined && (
              <p id={`${id}-message`} className="text-caution text-table wrap-anywhere">
                {message}
              </p>
            )}
          </div>
        );
      })}
    </ConfirmedDialog>
  );
}
