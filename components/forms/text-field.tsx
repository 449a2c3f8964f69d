import type { ComponentProps, ReactNode } from "react";
import { classNames } from "#components/ui/class-names.ts";
import { useFieldError } from "./use-field-error.ts";

interface TextFieldProps extends ComponentProps<"input"> {
  id: string;
  label: string;
  /** The error text. The summary above the form shows the same text. */
  error: string | undefined;
  /** A button inside the input, at its end. */
  action?: ReactNode;
}

/** The classes of an input, for inputs that do not use this component. */
export const inputClass =
  "h-9 w-full rounded-base border border-line-strong bg-surface px-2.5 text-body text-ink aria-invalid:border-negative aria-invalid:ring-1 aria-invalid:ring-negative";

export function TextField({ id, label, error: found, action, className, ...props }: TextFieldProps) {
  const error = useFieldError(id, found);
  const errorID = `${id}-error`;
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-medium text-table">
        {label}
      </label>
      <span className="relative">
        <input
          id={id}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : errorID}
          className={classNames(inputClass, className)}
          {...props}
        />
        {action}
      </span>
      {error !== undefined && (
        <p id={errorID} className="text-negative text-table">
          {error}
        </p>
      )}
    </div>
  );
}
