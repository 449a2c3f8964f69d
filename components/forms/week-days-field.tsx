import { weekdayNames } from "#lib/format/weekday-names.ts";

interface WeekDaysFieldProps {
  id: string;
  label: string;
  /** ISO numbers of the chosen days: 1 is Monday. */
  days: readonly number[];
  error: string | undefined;
  onChange: (days: number[]) => void;
}

/** A checkbox for each day of the week. */
export function WeekDaysField({ id, label, days, error, onChange }: WeekDaysFieldProps) {
  const toggle = (day: number, isOn: boolean) => onChange(isOn ? [...days, day] : days.filter((one) => one !== day));
  return (
    <fieldset id={id} tabIndex={-1} className="flex flex-wrap gap-x-4 gap-y-1.5">
      <legend className="mb-1 font-medium text-table">{label}</legend>
      {weekdayNames.map((name, index) => (
        <label key={name} className="flex min-h-6 items-center gap-2">
          <input
            type="checkbox"
            className="size-4"
            checked={days.includes(index + 1)}
            onChange={({ target }) => toggle(index + 1, target.checked)}
          />
          {name}
        </label>
      ))}
      {error !== undefined && <p className="basis-full text-negative text-table">{error}</p>}
    </fieldset>
  );
}
