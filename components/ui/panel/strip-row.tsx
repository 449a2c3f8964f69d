import type { ReactNode } from "react";
import { classNames } from "#components/ui/class-names.ts";
import type { IconComponent } from "#components/ui/icon/icons.tsx";

type RowTone = "neutral" | "accent" | "progress" | "caution" | "negative";

const toneClasses: Readonly<Record<RowTone, { row: string; icon: string }>> = {
  neutral: { row: "", icon: "text-ink-muted" },
  accent: { row: "", icon: "text-accent" },
  progress: { row: "", icon: "text-progress" },
  caution: { row: "bg-caution-soft", icon: "text-caution" },
  negative: { row: "bg-negative-soft", icon: "text-negative" },
};

interface StripRowProps {
  icon: IconComponent;
  name: string;
  tone?: RowTone;
  children: ReactNode;
}

/** One line of a strip: its subject and its content. Use it inside `StripRows`. */
export function StripRow({ icon: Icon, name, tone = "neutral", children }: StripRowProps) {
  const { row, icon } = toneClasses[tone];
  return (
    <div
      className={classNames(
        "grid gap-x-4 border-line px-4 py-2 not-first:border-t sm:grid-cols-[9.5rem_minmax(0,1fr)] print:break-inside-avoid",
        row,
      )}
    >
      <dt className="flex items-start gap-2 text-ink-muted text-table">
        <Icon aria-hidden className={classNames("mt-0.5 size-4 shrink-0", icon)} />
        {name}
      </dt>
      <dd className="min-w-0 wrap-anywhere max-sm:ps-6">{children}</dd>
    </div>
  );
}

/** The lines of a strip. Hidden if there are no lines. */
export function StripRows({ children, className }: { children: ReactNode; className?: string }) {
  return <dl className={classNames("empty:hidden", className)}>{children}</dl>;
}
