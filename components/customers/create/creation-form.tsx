"use client";

import { type ReactNode, useEffect } from "react";
import { ContractValueField } from "#components/forms/contract-value-field.tsx";
import { ErrorSummary, type FormError } from "#components/forms/error-summary.tsx";
import type { WriteReferenceForm } from "#components/forms/use-write-reference.ts";
import { WriteReferenceFields } from "#components/forms/write-reference-fields.tsx";
import { Button } from "#components/ui/button.tsx";
import { ChevronRight } from "#components/ui/icon/icons.tsx";
import type { CreationValues } from "#lib/browser-storage/creation-draft.ts";
import type { ContractValues } from "#lib/contract/customers/contract-values.ts";
import type { DraftPlace } from "#lib/query/console/drafts.ts";
import { EmailField } from "./email-field.tsx";
import { FieldWithNote } from "./field-with-note.tsx";
import type { CreationError, CreationField } from "./outcome/check-creation.ts";
import { createTexts, fieldTexts as texts } from "./texts.ts";

interface CreationFormProps {
  values: CreationValues;
  offered: ContractValues;
  /** The error messages and their heading. */
  errors: readonly CreationError[];
  errorTitle: string;
  /** The number of failed attempts. After each failure, the focus moves to the summary. */
  attempt: number;
  /** Shown below the messages of the summary. */
  errorNote?: ReactNode;
  /** True once the stored draft is loaded. Before that, the person cannot start over. */
  isRead: boolean;
  keptIn: DraftPlace;
  /** The ticket and the reason. */
  reference: WriteReferenceForm;
  /** True if the person has just come back from the review. The first field then gets the focus. */
  takesFocus: boolean;
  onChange: (changes: Partial<CreationValues>) => void;
  onSubmit: () => void;
  onStartOver: () => void;
  children?: ReactNode;
}

const idOf = (field: NonNullable<CreationError["field"]>) => `creation-${field}`;

/**
 * The form for a new customer. The specification's members have their own fields. All other members go into a block of
 * JSON.
 */
export function CreationForm(props: CreationFormProps) {
  const { values, offered, errors, onChange, isRead, takesFocus } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run only on mount; later, the person moves the focus
  useEffect(() => {
    if (takesFocus) document.getElementById(idOf("companyName"))?.focus();
  }, []);
  const errorOf = (field: CreationField) => errors.find((error) => error.field === field)?.message;
  const listed = [
    ...errors.map(
      ({ field, message }): FormError => (field === undefined ? { message } : { inputID: idOf(field), message }),
    ),
    ...props.reference.listed,
  ];
  return (
    <form
      noValidate
      method="post"
      aria-label={createTexts.title}
      onSubmit={(event) => {
        event.preventDefault();
        props.onSubmit();
      }}
      className="flex flex-col gap-4"
    >
      <ErrorSummary title={props.errorTitle} errors={listed} attempt={props.attempt}>
        {props.errorNote}
      </ErrorSummary>
      {props.children}
      <div className="rounded-base border border-line bg-surface">
        <div className="grid gap-x-6 gap-y-5 px-5 py-5 max-sm:px-4 sm:grid-cols-2">
          <FieldWithNote
            id={idOf("companyName")}
            label={texts.companyName}
            value={values.companyName}
            error={errorOf("companyName")}
            onValue={(companyName) => onChange({ companyName })}
            className="sm:col-span-2"
          />
          {(["plan", "term"] as const).map((member) => (
            <ContractValueField
              key={member}
              id={idOf(member)}
              member={member}
              legend={texts[member]}
              offered={member === "plan" ? offered.plans : offered.terms}
              value={values[member]}
              errors={[errorOf(member) ?? []].flat()}
              onValue={(value) => onChange(member === "plan" ? { plan: value, withoutEmail: false } : { term: value })}
            />
          ))}
          <EmailField id={idOf("email")} values={values} rule={offered} error={errorOf("email")} onChange={onChange} />
          <FieldWithNote
            id={idOf("usersCount")}
            label={texts.usersCount}
            note={texts.usersCountNote}
            isOptional
            inputMode="numeric"
            value={values.usersCount}
            error={errorOf("usersCount")}
            onValue={(usersCount) => onChange({ usersCount })}
          />
          {/* A part for developers. It starts open only if it has content or an error. */}
          <details
            open={values.further !== "" || errorOf("further") !== undefined || undefined}
            className="group sm:col-span-2"
          >
            <summary className="flex min-h-6 w-fit cursor-pointer list-none items-center gap-1 rounded-small text-ink-muted text-table hover:text-ink [&::-webkit-details-marker]:hidden">
              <ChevronRight aria-hidden className="size-3.5 shrink-0 group-open:rotate-90" />
              {texts.further} {createTexts.optional}
            </summary>
            <FieldWithNote
              id={idOf("further")}
              label={texts.further}
              note={texts.furtherNote}
              isOptional
              isBlock
              value={values.further}
              error={errorOf("further")}
              onValue={(further) => onChange({ further })}
              className="mt-3"
            />
          </details>
          <WriteReferenceFields form={props.reference} className="border-line border-t pt-4 sm:col-span-2" />
        </div>
        <div className="flex flex-wrap items-center gap-2 border-line border-t px-5 py-3 max-sm:px-4">
          <Button type="submit" variant="primary">
            {createTexts.review}
          </Button>
          <Button variant="quiet" disabled={!isRead} onClick={props.onStartOver}>
            {createTexts.startOver}
          </Button>
          <p className="ms-auto text-fine text-ink-muted">{createTexts.draft[props.keptIn]}</p>
        </div>
      </div>
    </form>
  );
}
