import { inputClass } from "#components/forms/text-field.tsx";

interface PolicyNumberProps {
  id: string;
  label: string;
  max: number;
  /** NaN: the field is empty. */
  value: number;
  error?: string | undefined;
  onChange: (value: number) => void;
}

/** The number of a requirement of the policy, shown below its checkbox. */
export function PolicyNumber({ id, label, max, value, error, onChange }: PolicyNumberProps) {
  return (
    <div className="ms-6.5 flex flex-wrap items-center gap-x-2 gap-y-1">
      <label htmlFor={id} className="text-table">
        {label}
      </label>
      <span className="w-28">
        <input
          id={id}
          type="number"
          min={1}
          max={max}
          className={inputClass}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          value={Number.isNaN(value) ? "" : value}
          onChange={({ target }) => onChange(target.valueAsNumber)}
        />
      </span>
      {error !== undefined && (
        <p id={`${id}-error`} className="text-negative text-table">
          {error}
        </p>
      )}
    </div>
  );
}
