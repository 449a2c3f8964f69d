"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { inputClass } from "#components/forms/text-field.tsx";
import { faultTexts, fieldNames, issueWords, rowForms, faultsTexts as texts } from "#components/imports/texts.ts";
import { announce } from "#components/ui/announcer.tsx";
import { Button } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { useNumberLocale } from "#components/ui/count.tsx";
import { SkipForward } from "#components/ui/icon/icons.tsx";
import { KeepFocus, keepFocusProps } from "#components/ui/keep-focus.tsx";
import type { Import, ImportFault } from "#lib/contract/operations/imports.ts";
import { settableFields } from "#lib/contract/values/operations/import-states.ts";
import { formatCount, formatPlural } from "#lib/format/format-number.ts";
import { changeImportRows, importKey } from "#lib/query/operations/imports.ts";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import { ContractWordSelect } from "./contract-word-select.tsx";
import { levelClass } from "./level-class.ts";

type Settable = (typeof settableFields)[number];

/**
 * The field of the column that has the fault. Undefined if a person cannot set one value for this field in all of these
 * rows.
 */
function settableField({ mapping }: Import, { column, fault }: ImportFault): Settable | undefined {
  if (column === undefined || fault === "unreadable") return undefined;
  return settableFields.find((one) => one === mapping?.columns[column]);
}

function nameOf({ mapping }: Import, { column }: ImportFault): string {
  if (column === undefined) return fieldNames["adminUser.email"];
  const field = mapping?.columns[column];
  return field === undefined || field === "other" || field === "ignore" ? column : fieldNames[field];
}

interface FaultLineProps {
  found: Import;
  fault: ImportFault;
  isBusy: boolean;
  onLeaveOut: () => void;
  onSet: (value: string) => void;
}

/** One fault, with the number of rows that have it and the actions for all these rows. */
function FaultLine({ found, fault, isBusy, onLeaveOut, onSet }: FaultLineProps) {
  const locale = useNumberLocale();
  const [value, setValue] = useState("");
  const { level, rows } = fault;
  const field = settableField(found, fault);
  const words = faultTexts[fault.fault](nameOf(found, fault));
  const theRows = rows === 1 ? texts.theRows.one : texts.theRows.other(formatCount(rows, locale));
  const label = texts.valueOf(words);
  const set = () => {
    if (!isBusy && value.trim() !== "") onSet(value.trim());
  };
  return (
    <li className="grid items-center gap-x-4 gap-y-2 px-4 py-2 not-first:border-line not-first:border-t lg:grid-cols-[minmax(0,28rem)_minmax(0,1fr)]">
      <span className="wrap-anywhere">
        <span className={classNames("font-medium", levelClass[level])}>{issueWords[level]}:</span> <bdi>{words}</bdi>
        <span className="ms-2 text-ink-muted">{formatPlural(rows, rowForms, locale)}</span>
      </span>
      <span className="flex flex-wrap items-center gap-2 max-lg:justify-end">
        {field !== undefined && (
          <>
            <span className="min-w-40 flex-1 lg:max-w-56">
              {field === "plan" || field === "term" ? (
                <ContractWordSelect
                  environment={found.environment}
                  member={field}
                  value={value}
                  none={texts.chooseValue}
                  onValue={setValue}
                  aria-label={label}
                />
              ) : (
                <input
                  aria-label={label}
                  value={value}
                  inputMode={field === "usersCount" ? "numeric" : "email"}
                  placeholder={texts.examples[field]}
                  autoComplete="off"
                  spellCheck={false}
                  maxLength={200}
                  onChange={({ target }) => setValue(target.value)}
                  onKeyDown={(event) => event.key === "Enter" && set()}
                  className={inputClass}
                />
              )}
            </span>
            <Button
              aria-label={texts.setOf(theRows, words)}
              aria-disabled={isBusy || value.trim() === ""}
              onClick={set}
            >
              {texts.set(theRows)}
            </Button>
          </>
        )}
        <Button aria-label={texts.leaveOutOf(theRows, words)} aria-disabled={isBusy} onClick={onLeaveOut}>
          <SkipForward aria-hidden className="size-4" />
          {texts.leaveOut(theRows)}
        </Button>
      </span>
    </li>
  );
}

/** The faults of an import's rows. A person decides about all rows with a fault together, before anything is sent. */
export function FaultsPanel({ found, faults }: { found: Import; faults: readonly ImportFault[] }) {
  const client = useQueryClient();
  const locale = useNumberLocale();
  const { environment, importID } = found;
  const change = useMutation({
    mutationFn: ({ fault, set }: { fault: ImportFault; set?: string }) =>
      changeImportRows(environment, importID, {
        ofFault: { ...fault, ...(set === undefined ? { leaveOut: true as const } : { set }) },
      }),
    onSuccess: (_, { fault, set }) => {
      const rows = formatPlural(fault.rows, rowForms, locale);
      announce(set === undefined ? texts.leftOut(rows) : texts.wasSet(rows));
    },
    onSettled: () => client.invalidateQueries({ queryKey: importKey(environment, importID) }),
  });
  return (
    <section aria-label={texts.title} className="rounded-base border border-line bg-surface">
      <KeepFocus className="flex flex-col">
        <div tabIndex={-1} {...keepFocusProps} className="border-line border-b px-4 py-3">
          <h2 className="font-semibold">{texts.title}</h2>
          <p className="text-ink-muted text-table">{texts.intro}</p>
        </div>
        {change.error && (
          <p role="alert" className="px-4 pt-2 text-negative text-table wrap-anywhere">
            {shownProblem(change.error).detail}
          </p>
        )}
        <ul>
          {faults.map((fault) => (
            <FaultLine
              key={`${fault.level} ${fault.fault} ${fault.column}`}
              found={found}
              fault={fault}
              isBusy={change.isPending}
              onLeaveOut={() => !change.isPending && change.mutate({ fault })}
              onSet={(set) => change.mutate({ fault, set })}
            />
          ))}
        </ul>
      </KeepFocus>
    </section>
  );
}
