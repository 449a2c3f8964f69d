"use client";

import { ContractValueField } from "#components/forms/contract-value-field.tsx";
import type { FormError } from "#components/forms/error-summary.tsx";
import { inputClass } from "#components/forms/text-field.tsx";
import { fieldNames, rowForms } from "#components/imports/texts.ts";
import { useNumberLocale } from "#components/ui/count.tsx";
import type { ImportColumns } from "#lib/contract/operations/imports.ts";
import { importFields } from "#lib/contract/values/operations/import-states.ts";
import { contractValueName } from "#lib/format/contract-value-name.ts";
import { formatPlural } from "#lib/format/format-number.ts";
import { columnsTexts as texts } from "./columns-texts.ts";
import { type Mapping, members } from "./use-mapping.ts";

interface FieldsProps {
  proposed: ImportColumns;
  form: Mapping;
  idOf: (input: string) => string;
  errors: readonly FormError[];
}

const messageAt = (errors: readonly FormError[], id: string) => errors.find(({ inputID }) => inputID === id)?.message;

function Message({ id, message }: { id: string; message: string | undefined }) {
  if (message === undefined) return null;
  return (
    <p id={`${id}-error`} className="text-negative text-table wrap-anywhere">
      {message}
    </p>
  );
}

/** Lists the columns of the file. Each column has its first values, and a selector for its field. */
export function ColumnFields({ proposed, form, idOf, errors }: FieldsProps) {
  return (
    <ul className="divide-y divide-line rounded-base border border-line">
      {proposed.columns.map(({ name, samples, field, by }, index) => {
        const id = idOf(`column-${index}`);
        const message = messageAt(errors, id);
        const chosen = form.choices.fields[name];
        const isProposal = by === "similar" && chosen === field;
        return (
          <li key={name} className="grid items-start gap-x-4 gap-y-1 px-3 py-2 sm:grid-cols-[minmax(0,1fr)_15rem]">
            <div className="min-w-0">
              <label htmlFor={id} className="font-medium wrap-anywhere">
                <bdi>{name}</bdi>
              </label>
              <p className="truncate text-fine text-ink-muted">
                <bdi>{samples.join(" · ")}</bdi>
              </p>
            </div>
            <div>
              <select
                id={id}
                value={chosen ?? ""}
                aria-invalid={message !== undefined}
                aria-describedby={message === undefined ? undefined : `${id}-error`}
                onChange={({ target }) =>
                  form.setField(
                    name,
                    importFields.find((one) => one === target.value),
                  )
                }
                className={inputClass}
              >
                {chosen === undefined && <option value="">{texts.choose}</option>}
                {importFields.map((one) => (
                  <option key={one} value={one}>
                    {fieldNames[one]}
                  </option>
                ))}
              </select>
              {isProposal && <p className="text-caution text-fine">{texts.proposed}</p>}
              <Message id={id} message={message} />
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** For each of plan and term: asks what the words in the file mean, or asks for one value for all customers. */
export function ValueFields({ proposed, form, idOf, errors }: FieldsProps) {
  const locale = useNumberLocale();
  return members.map((member) => {
    const offered = proposed[`${member}s`];
    if (form.columnOf(member) === undefined) {
      const id = idOf(`fixed-${member}`);
      return (
        <ContractValueField
          key={member}
          id={id}
          member={member}
          legend={texts.fixed[member]}
          offered={offered}
          value={form.choices.fixed[member]}
          onValue={(value) => form.setFixed(member, value)}
          errors={[messageAt(errors, id) ?? []].flat()}
        />
      );
    }
    const words = form.wordsOf(member);
    if (!words || words.length === 0) return null;
    return (
      <fieldset key={member} className="flex flex-col gap-2">
        <legend className="font-medium">{texts.valuesOf[member]}</legend>
        <p className="text-ink-muted text-table">{texts.valuesIntro[member]}</p>
        <ul className="divide-y divide-line rounded-base border border-line">
          {words.map(({ value, rows, by, means }, index) => {
            const id = idOf(`${member}-${index}`);
            const message = messageAt(errors, id);
            const chosen = form.meaningOf(member, value);
            const isOther = chosen !== "" && chosen !== value && !offered.includes(chosen);
            return (
              <li key={value} className="grid items-start gap-x-4 gap-y-1 px-3 py-2 sm:grid-cols-[minmax(0,1fr)_15rem]">
                <label htmlFor={id} className="min-w-0 wrap-anywhere">
                  <bdi className="font-medium">{value}</bdi>{" "}
                  <span className="text-fine text-ink-muted">{formatPlural(rows, rowForms, locale)}</span>
                </label>
                <div>
                  <select
                    id={id}
                    value={chosen}
                    aria-invalid={message !== undefined}
                    aria-describedby={message === undefined ? undefined : `${id}-error`}
                    onChange={({ target }) => form.setMeaning(member, value, target.value)}
                    className={inputClass}
                  >
                    {chosen === "" && <option value="">{texts.choose}</option>}
                    {offered.map((one) => (
                      <option key={one} value={one}>
                        {contractValueName(member, one)}
                      </option>
                    ))}
                    {!offered.includes(value) && <option value={value}>{texts.asWritten(value)}</option>}
                    {isOther && <option value={chosen}>{chosen}</option>}
                  </select>
                  {by === "similar" && chosen === means && <p className="text-caution text-fine">{texts.proposed}</p>}
                  <Message id={id} message={message} />
                </div>
              </li>
            );
          })}
        </ul>
      </fieldset>
    );
  });
}
