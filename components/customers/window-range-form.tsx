"use client";

import { useState } from "react";
import { TextField } from "#components/forms/text-field.tsx";
import { Button } from "#components/ui/button.tsx";
import type { CustomersView, WindowRange } from "#lib/customers-view.ts";
import { windowTexts as texts } from "./texts.ts";
import { type RangeErrors, readWindowRange } from "./window-range.ts";

interface WindowRangeFormProps {
  window: CustomersView["window"];
  onRange: (range: WindowRange) => void;
}

const fieldIDs = { from: "window-from", to: "window-to" } as const;

/** Two days of the calendar. They are text from the input to the API, and never a `Date`. */
export function WindowRangeForm({ window, onRange }: WindowRangeFormProps) {
  const [errors, setErrors] = useState<RangeErrors>({});
  const range = typeof window === "string" ? undefined : window;
  return (
    <form
      noValidate
      // Another range from outside, such as Back, is a new form.
      key={`${range?.datefrom} ${range?.dateto}`}
      onSubmit={(event) => {
        event.preventDefault();
        const data = new FormData(event.currentTarget);
        const read = readWindowRange(String(data.get("datefrom")), String(data.get("dateto")));
        if ("range" in read) {
          setErrors({});
          onRange(read.range);
          return;
        }
        setErrors(read.errors);
        document.getElementById(read.errors.from === undefined ? fieldIDs.to : fieldIDs.from)?.focus();
      }}
      className="flex flex-col gap-3 border-line border-t p-3"
    >
      <fieldset className="grid grid-cols-2 items-start gap-3">
        <legend className="mb-2 font-medium text-table">
          {texts.range}
          <span className="block font-normal text-fine text-ink-muted">{texts.rangeNote}</span>
        </legend>
        <TextField
          id={fieldIDs.from}
          type="date"
          name="datefrom"
          min="1970-01-01"
          max="9999-12-31"
          label={texts.from}
          error={errors.from}
          defaultValue={range?.datefrom}
          className="text-table"
        />
        <TextField
          id={fieldIDs.to}
          type="date"
          name="dateto"
          min="1970-01-01"
          max="9999-12-31"
          label={texts.to}
          error={errors.to}
          defaultValue={range?.dateto}
          className="text-table"
        />
      </fieldset>
      <Button type="submit">{texts.apply}</Button>
    </form>
  );
}
