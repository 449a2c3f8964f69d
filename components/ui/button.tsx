import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";

type Variant = "primary" | "secondary" | "quiet";
type Size = "normal" | "small";

const variants: Readonly<Record<Variant, string>> = {
  primary: "border-transparent bg-accent-fill text-on-fill hover:bg-accent-fill-hover",
  secondary: "border-line bg-surface text-ink hover:border-line-strong",
  quiet: "border-transparent text-ink-muted hover:bg-sunken hover:text-ink",
};

const sizes: Readonly<Record<Size, string>> = { normal: "h-8 px-3", small: "h-7 px-2" };

const shape =
  "inline-flex shrink-0 items-center justify-center gap-1.5 whitespace-nowrap rounded-base border text-table font-medium transition-colors duration-100 aria-disabled:opacity-45 disabled:opacity-60";

/** How a button with words looks; for links that act like one too. */
export function buttonClass(variant: Variant = "secondary", size: Size = "normal"): string {
  return classNames(shape, sizes[size], variants[variant]);
}

interface ButtonProps extends ComponentProps<"button"> {
  variant?: Variant;
  /** Within a line of a table there is less room. */
  size?: Size;
}

export function Button({ variant = "secondary", size = "normal", className, type = "button", ...props }: ButtonProps) {
  return <button type={type} className={classNames(buttonClass(variant, size), className)} {...props} />;
}

interface IconButtonProps extends Omit<ComponentProps<"button">, "aria-label" | "title"> {
  /** Its name, read out and shown in the tooltip. */
  label: string;
  /** Inside an input there is less room. */
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
