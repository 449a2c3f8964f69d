"use client";

import { CalendarRange } from "lucide-react";
import { useState } from "react";
import { TextField } from "#components/forms/text-field.tsx";
import { Button } from "#components/ui/button.tsx";
import { closePopover } from "#components/ui/popover.tsx";
import type { ActivitiesView } from "#lib/activities-view.ts";
import { windowPresets } from "#lib/customers-view.ts";
import { ChoiceList } from "./choice-list.tsx";
import { FilterChip } from "./filter-chip.tsx";
import { activityPresetNames, activityWindowName, activityWindowTexts as texts } from "./texts.ts";

interface WindowFilterProps {
  window: ActivitiesView["window"];
  onWindow: (window: ActivitiesView["window"]) => void;
}

const popoverID = "activities-window";
const fieldIDs = { from: "activities-from", to: "activities-to" } as const;
const days = { type: "date", min: "1970-01-01", max: "9999-12-31", className: "text-table" } as const;
const presets = windowPresets.map((value) => ({ value, name: activityPresetNames[value] }));

/** Two days of the calendar. They are text from the input to the API, and never a `Date`. */
function RangeForm({ window, onWindow }: WindowFilterProps) {
  const [errors, setErrors] = useState<{ from?: string; to?: string }>({});
  const range = typeof window === "string" ? undefined : window;
  return (
    <form
      noValidate
      // Another range from outside, such as Back, is a new form.
      key={`${range?.datefrom} ${range?.dateto}`}
      onSubmit={(event) => {
        event.preventDefault();
        const data = new FormData(event.currentTarget);
        const [from, to] = [String(data.get("datefrom")), String(data.get("dateto"))];
        if (from === "") {
          setErrors({ from: texts.fromMissing });
          document.getElementById(fieldIDs.from)?.focus();
        } else if (to !== "" && to < from) {
          setErrors({ to: texts.toBeforeFrom });
          document.getElementById(fieldIDs.to)?.focus();
        } else {
          setErrors({});
          onWindow(to === "" ? { datefrom: from } : { datefrom: from, dateto: to });
        }
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

/** The window of time, always in sight: all of it, where nothing else was chosen. */
export function WindowFilter({ window, onWindow }: WindowFilterProps) {
  const choose = (chosen: ActivitiesView["window"]) => {
    closePopover(popoverID);
    onWindow(chosen);
  };
  return (
    <FilterChip
      id={popoverID}
      name={texts.chip}
      value={activityWindowName(window)}
      icon={CalendarRange}
      isSet={window !== "all"}
      openLabel={texts.open}
      removeLabel={texts.remove}
      onRemove={() => onWindow("all")}
      popoverLabel={texts.presets}
    >
      <ChoiceList choices={presets} chosen={typeof window === "string" ? window : undefined} onChoose={choose} />
      <RangeForm window={window} onWindow={choose} />
    </FilterChip>
  );
}
