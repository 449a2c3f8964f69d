"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ChoiceList } from "#components/forms/filters/choice-list.tsx";
import { TextField } from "#components/forms/text-field.tsx";
import { Button } from "#components/ui/button.tsx";
import { closePopover } from "#components/ui/dialog/popover.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import type { UsersRange } from "#lib/contract/values/customers/users-range.ts";
import { contractValueName } from "#lib/format/contract-value-name.ts";
import { contractValuesQueryOptions } from "#lib/query/customers/contract-values.ts";
import { readUsersRange, type UsersRangeErrors } from "./read-users-range.ts";
import { scanFilterTexts as texts } from "./scan-filter-texts.ts";

interface ContractValueChoicesProps {
  /** The ID of the surrounding popover. */
  id: string;
  environment: Environment;
  member: "plan" | "term";
  any: string;
  chosen: string | undefined;
  onChoose: (chosen: string | undefined) => void;
}

const anyValue = "";

/** The plans or terms that are known in the environment. */
export function ContractValueChoices({ id, environment, member, any, chosen, onChoose }: ContractValueChoicesProps) {
  const { data, isPending } = useQuery(contractValuesQueryOptions(environment));
  const known = data?.[member === "plan" ? "plans" : "terms"] ?? [];
  const values = chosen === undefined || known.includes(chosen) ? known : [...known, chosen];
  return (
    <>
      {isPending && <p className="px-3 pt-3 text-ink-muted text-table">{texts.loading}</p>}
      <ChoiceList<string>
        choices={[
          { value: anyValue, name: any },
          ...values.map((value) => ({ value, name: contractValueName(member, value) })),
        ]}
        chosen={chosen ?? anyValue}
        onChoose={(value) => {
          closePopover(id);
          onChoose(value === anyValue ? undefined : value);
        }}
      />
      <p className="border-line border-t p-3 text-fine text-ink-muted">{texts.note}</p>
    </>
  );
}

interface UsersRangeFormProps {
  id: string;
  range: UsersRange | undefined;
  onRange: (range: UsersRange) => void;
}

const field = { inputMode: "numeric", maxLength: 11, autoComplete: "off", className: "text-table" } as const;

/** A form for the minimum and the maximum number of users. */
export function UsersRangeForm({ id, range, onRange }: UsersRangeFormProps) {
  const [errors, setErrors] = useState<UsersRangeErrors>({});
  const fieldIDs = { min: `${id}-min`, max: `${id}-max` };
  return (
    <form
      noValidate
      // A new key resets the form when the range in the URL changes, for example after Back.
      key={`${range?.min} ${range?.max}`}
      onSubmit={(event) => {
        event.preventDefault();
        const data = new FormData(event.currentTarget);
        const read = readUsersRange(String(data.get("min")), String(data.get("max")));
        if ("range" in read) {
          setErrors({});
          closePopover(id);
          onRange(read.range);
          return;
        }
        setErrors(read.errors);
        document.getElementById(read.errors.min === undefined ? fieldIDs.max : fieldIDs.min)?.focus();
      }}
      className="flex flex-col gap-3 p-3"
    >
      <fieldset className="grid grid-cols-2 items-start gap-3">
        <legend className="mb-2 font-medium text-table">{texts.users}</legend>
        <TextField
          {...field}
          id={fieldIDs.min}
          name="min"
          label={texts.from}
          error={errors.min}
          defaultValue={range?.min}
        />
        <TextField
          {...field}
          id={fieldIDs.max}
          name="max"
          label={texts.to}
          error={errors.max}
          defaultValue={range?.max}
        />
      </fieldset>
      <Button type="submit">{texts.apply}</Button>
      <p className="text-fine text-ink-muted">
        {texts.note} {texts.usersNote}
      </p>
    </form>
  );
}
