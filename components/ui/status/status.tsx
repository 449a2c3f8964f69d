import { classNames } from "#components/ui/class-names.ts";
import type { IconComponent } from "#components/ui/icon/icons.tsx";

export type Tone = "neutral" | "progress" | "positive" | "caution" | "negative";

const toneClass: Readonly<Record<Tone, string>> = {
  neutral: "text-ink-muted",
  progress: "text-progress",
  positive: "text-positive",
  caution: "text-caution",
  negative: "text-negative",
};

/** The colour and the shape of a status. */
export interface StatusStyle {
  tone: Tone;
  icon: IconComponent;
}

interface StatusProps extends StatusStyle {
  /** The text of the status. A status is never shown by colour alone. */
  children: React.ReactNode;
  /** Details for the tooltip. */
  title?: string | undefined;
  className?: string;
}

/** A status, shown by word, shape and colour. */
export function Status({ tone, icon: Icon, children, title, className }: StatusProps) {
  return (
    <span
      title={title}
      className={classNames(
        "inline-flex min-w-0 items-center gap-1.5 align-bottom font-medium",
        toneClass[tone],
        className,
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </span>
  );
}
