import type { ComponentProps } from "react";
import { classNames } from "#components/ui/class-names.ts";
import { inputClass } from "./text-field.tsx";

interface SelectFieldProps extends Omit<ComponentProps<"select">, "onChange"> {
  id: string;
  label: string;
  value: string;
  onValue: (value: string) => void;
}

/** A list of choices with its label. `children` are the choices. */
export function SelectField({ id, label, onValue, className, ...props }: SelectFieldProps) {
  return (
    <div className={classNames("flex flex-col gap-1", className)}>
      <label htmlFor={id} className="font-medium text-table">
        {label}
      </label>
      <select id={id} className={inputClass} onChange={({ target }) => onValue(target.value)} {...props} />
    </div>
  );
}
