"use client";

import type { ReactNode } from "react";
import { ErrorSummary, type FormError } from "#components/forms/error-summary.tsx";
import { Button } from "#components/ui/button.tsx";
import type { CreationValues } from "#lib/browser-storage/creation-draft.ts";
import type { ContractValues } from "#lib/contract/contract-values.ts";
import type { CreationError, CreationField } from "./check-creation.ts";
import { EmailField } from "./email-field.tsx";
import { NotedField } from "./noted-field.tsx";
import { OfferedField } from "./offered-field.tsx";
import { createTexts, fieldTexts as texts } from "./texts.ts";

interface CreationFormProps {
  values: CreationValues;
  offered: ContractValues;
  /** What is wrong, and the heading that says so. */
  errors: readonly CreationError[];
  errorTitle: string;
  /** Counts attempts that failed: each takes the focus to the summary. */
  attempt: number;
  /** Under the messages of the summary. */
  errorNote?: ReactNode;
  /** False until the browser has taken over: what is typed before would be lost. */
  isReady: boolean;
  isKept: boolean;
  onChange: (changes: Partial<CreationValues>) => void;
  onSubmit: () => void;
  onStartOver: () => void;
  children?: ReactNode;
}

const idOf = (field: NonNullable<CreationError["field"]>) => `creation-${field}`;

/** Where a message in the summary leads: the input that is there to be typed into. */
function inputOf(
  field: NonNullable<CreationError["field"]>,
  values: CreationValues,
  { plans, terms }: ContractValues,
): string {
  const offered = field === "plan" ? plans : field === "term" ? terms : [];
  const value = field === "plan" ? values.plan : values.term;
  const isTyped = offered.length > 0 && value !== "" && !offered.includes(value);
  return isTyped ? `${idOf(field)}-other` : idOf(field);
}

/** The customer that is to be: what the specification knows has a field, what it does not show goes into a block. */
export function CreationForm(props: CreationFormProps) {
  const { values, offered, errors, onChange, isReady } = props;
  const errorOf = (field: CreationField) => errors.find((error) => error.field === field)?.message;
  const listed = errors.map(({ field, message }): FormError => {
    return field === undefined ? { message } : { inputID: inputOf(field, values, offered), message };
  });
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
      <fieldset disabled={!isReady} className="rounded-base border border-line bg-surface">
        <div className="grid gap-x-6 gap-y-5 px-5 py-5 max-sm:px-4 sm:grid-cols-2">
          <NotedField
            id={idOf("companyName")}
            label={texts.companyName}
            value={values.companyName}
            error={errorOf("companyName")}
            onValue={(companyName) => onChange({ companyName })}
            className="sm:col-span-2"
          />
          <OfferedField
            id={idOf("plan")}
            label={texts.plan}
            choose={texts.choosePlan}
            otherLabel={texts.otherPlan}
            offered={offered.plans}
            value={values.plan}
            error={errorOf("plan")}
            onValue={(plan) => onChange({ plan, withoutEmail: false })}
          />
          <OfferedField
            id={idOf("term")}
            label={texts.term}
            choose={texts.chooseTerm}
            otherLabel={texts.otherTerm}
            offered={offered.terms}
            value={values.term}
            error={errorOf("term")}
            onValue={(term) => onChange({ term })}
          />
          <EmailField id={idOf("email")} values={values} rule={offered} error={errorOf("email")} onChange={onChange} />
          <NotedField
            id={idOf("usersCount")}
            label={texts.usersCount}
            note={texts.usersCountNote}
            isOptional
            inputMode="numeric"
            value={values.usersCount}
            error={errorOf("usersCount")}
            onValue={(usersCount) => onChange({ usersCount })}
          />
          <NotedField
            id={idOf("further")}
            label={texts.further}
            note={texts.furtherNote}
            isOptional
            isBlock
            value={values.further}
            error={errorOf("further")}
            onValue={(further) => onChange({ further })}
            className="sm:col-span-2"
          />
        </div>
        <div className="flex flex-wrap items-center gap-2 border-line border-t px-5 py-3 max-sm:px-4">
          <Button type="submit" variant="primary">
            {createTexts.review}
          </Button>
          <Button variant="quiet" onClick={props.onStartOver}>
            {createTexts.startOver}
          </Button>
          <p className="ms-auto text-fine text-ink-muted">
            {props.isKept ? createTexts.draftKept : createTexts.draftNotKept}
          </p>
        </div>
      </fieldset>
    </form>
  );
}
