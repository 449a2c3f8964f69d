"use client";

import { useState } from "react";
import { TextField } from "#components/forms/text-field.tsx";
import { Button } from "#components/ui/button.tsx";
import type { WindowPreset } from "#lib/contract/customers/customer-list.ts";
import type { WindowRange } from "#lib/url-state/window.ts";
import { type RangeErrors, readWindowRange } from "./window-range.ts";
import { windowRangeTexts as texts } from "./window-texts.ts";

interface WindowRangeFormProps {
  /** The prefix of the fields' IDs. */
  id: string;
  window: WindowPreset | WindowRange;
  onRange: (range: WindowRange) => void;
}

const days = { type: "date", min: "1970-01-01", max: "9999-12-31", className: "text-table" } as const;

/** Asks for two dates. The dates stay text from the input to the API and are never converted to `Date`. */
export function WindowRangeForm({ id, window, onRange }: WindowRangeFormProps) {
  const [errors, setErrors] = useState<RangeErrors>({});
  const fieldIDs = { from: `${id}-from`, to: `${id}-to` };
  const range = typeof window === "string" ? undefined : window;
  return (
    <form
      noValidate
      // A new key resets the form when the range in the URL changes, for example after Back.
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
          {...days}
          id={fieldIDs.from}
          name="datefrom"
          label={texts.from}
          error={errors.from}
          defaultValue={range?.datefrom}
        />
        <TextField
          {...days}
          id={fieldIDs.to}
          name="dateto"
          label={texts.to}
          error={errors.to}
          defaultValue={range?.dateto}
        />
      </fieldset>
      <Button type="submit">{texts.apply}</Button>
    </form>
  );
}
