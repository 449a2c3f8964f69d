import { useId } from "react";
import { columnNamesTexts as texts } from "./column-names-texts.ts";

interface ColumnNamesChoiceProps {
  checked: boolean;
  isDisabled?: boolean;
  onChange: (checked: boolean) => void;
}

/** A checkbox. If checked, an exported CSV file has the column names of the page instead of the API's names. */
export function ColumnNamesChoice({ checked, isDisabled = false, onChange }: ColumnNamesChoiceProps) {
  const noteID = useId();
  return (
    <div className="mt-4">
      <label className="flex min-h-6 w-fit items-center gap-2">
        <input
          type="checkbox"
          className="size-4"
          aria-describedby={noteID}
          checked={checked}
          aria-disabled={isDisabled}
          onChange={(event) => isDisabled || onChange(event.target.checked)}
        />
        {texts.label}
      </label>
      <p id={noteID} className="ps-6 text-fine text-ink-muted">
        {texts.note}
      </p>
    </div>
  );
}
