"use client";

import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { inputClass } from "#components/forms/text-field.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { contractValuesQueryOptions } from "#lib/query/contract-values.ts";
import { startTexts as texts } from "./start-texts.ts";

/** What is being chosen: one member of the contract, by construction never both. */
export interface Choice {
  member: "term" | "plan";
  /** The value among those offered, or typed. */
  value: string;
  /** True while "another value" is chosen. */
  isTyped: boolean;
}

interface ChangeChoiceProps {
  environment: Environment;
  choice: Choice;
  onChoice: (choice: Choice) => void;
  /** The ID of what the error summary leads to. */
  fieldID: string;
  error: string | undefined;
}

const optionClass =
  "flex min-h-9 cursor-pointer items-center gap-2 rounded-base border border-line px-3 hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2";

/** A term or a plan: one of the values offered, or another one, typed. */
export function ChangeChoice({ environment, choice, onChoice, fieldID, error }: ChangeChoiceProps) {
  const name = useId();
  const errorID = `${fieldID}-error`;
  const { data, isPending } = useQuery(contractValuesQueryOptions(environment));
  const { member, value } = choice;
  const offered = (member === "plan" ? data?.plans : data?.terms) ?? [];
  const mustType = !isPending && offered.length === 0;
  // A value that was there from the start, and that is not on offer, was typed once.
  const isTyped = choice.isTyped || (!isPending && value !== "" && !offered.includes(value));
  return (
    <div className="flex flex-col gap-3">
      <Segmented
        legend={texts.what}
        value={member}
        options={[
          { value: "plan", label: texts.plan },
          { value: "term", label: texts.term },
        ]}
        onChange={(other) => onChoice({ member: other, value: "", isTyped: false })}
      />
      <p className="-mt-2 text-fine text-ink-muted">{texts.oneOfBoth}</p>
      <fieldset id={fieldID} tabIndex={-1} aria-describedby={error === undefined ? undefined : errorID}>
        <legend className="mb-1.5 font-medium text-table">{member === "plan" ? texts.newPlan : texts.newTerm}</legend>
        <div className="grid grid-cols-2 gap-2 max-sm:grid-cols-1">
          {offered.map((one) => (
            <label key={one} className={optionClass}>
              <input
                type="radio"
                name={name}
                className="outline-none"
                checked={!isTyped && value === one}
                onChange={() => onChoice({ member, value: one, isTyped: false })}
              />
              <bdi className="min-w-0 wrap-anywhere">{one}</bdi>
            </label>
          ))}
          {!mustType && (
            <label className={optionClass}>
              <input
                type="radio"
                name={name}
                className="outline-none"
                checked={isTyped}
                onChange={() => onChoice({ member, value: "", isTyped: true })}
              />
              {texts.another}
            </label>
          )}
        </div>
        {(isTyped || mustType) && (
          <input
            aria-label={member === "plan" ? texts.anotherPlan : texts.anotherTerm}
            value={value}
            maxLength={200}
            aria-invalid={error !== undefined}
            onChange={(event) => onChoice({ member, value: event.target.value, isTyped: true })}
            className={`${inputClass} mt-2`}
          />
        )}
        <p className="mt-1.5 text-fine text-ink-muted">{texts.values}</p>
        {error !== undefined && (
          <p id={errorID} className="mt-1 text-negative text-table">
            {error}
          </p>
        )}
      </fieldset>
    </div>
  );
}
