import type { ReactNode } from "react";

interface PolicyOptionProps {
  id: string;
  label: string;
  /** Explains what the requirement means for people. */
  note: ReactNode;
  error?: string | undefined;
  disabled?: boolean;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A checkbox for one requirement of the policy. */
export function PolicyOption({ id, label, note, error, disabled = false, checked, onChange }: PolicyOptionProps) {
  return (
    <div className="grid grid-cols-[auto_1fr] gap-x-2.5">
      <input
        id={id}
        type="checkbox"
        className="mt-0.5 size-4"
        aria-describedby={`${id}-note`}
        aria-invalid={error !== undefined}
        disabled={disabled}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <label htmlFor={id} className="min-h-6 font-medium">
        {label}
      </label>
      <div id={`${id}-note`} className="col-start-2 text-ink-muted text-table">
        {error !== undefined && <p className="text-negative">{error}</p>}
        <p>{note}</p>
      </div>
    </div>
  );
}
