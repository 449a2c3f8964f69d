import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";

type Variant = "primary" | "secondary" | "quiet";
type Size = "normal" | "small";

const variants: Readonly<Record<Variant, string>> = {
  primary: "button-primary",
  secondary: "button-secondary",
  quiet: "button-quiet",
};

const sizes: Readonly<Record<Size, string>> = { normal: "button-normal", small: "button-small" };

/**
 * The styles are in app/components.css. If each of a page's many buttons repeated all classes, the page would be large.
 */
const shape = "button";

/** The class of a text button. Links that look like a button use it too. */
export function buttonClass(variant: Variant = "secondary", size: Size = "normal"): string {
  return classNames(shape, sizes[size], variants[variant]);
}

interface ButtonProps extends ComponentProps<"button"> {
  variant?: Variant;
  /** `small` is for table rows, where space is limited. */
  size?: Size;
}

export function Button({ variant = "secondary", size = "normal", className, type = "button", ...props }: ButtonProps) {
  return <button type={type} className={classNames(buttonClass(variant, size), className)} {...props} />;
}

interface IconButtonProps extends Omit<ComponentProps<"button">, "aria-label" | "title"> {
  /** The accessible name. The tooltip shows it too. */
  label: string;
  /** `small` is for inputs, where space is limited. */
  size?: Size;
}

/** A square button that shows only an icon. */
export function IconButton({ label, size = "normal", className, ...props }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={classNames(shape, variants.quiet, size === "normal" ? "size-8" : "size-6", className)}
      {...props}
    />
  );
}
