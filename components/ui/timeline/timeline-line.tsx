import type { ReactNode } from "react";
import type { IconComponent } from "#components/ui/icon/icons.tsx";

interface TimelineLineProps {
  icon: IconComponent;
  /** The time of the event. */
  time: ReactNode;
  children: ReactNode;
}

/** One line of a timeline. On a phone, the time is above the content. */
export function TimelineLine({ icon: Icon, time, children }: TimelineLineProps) {
  return (
    <li className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-3 sm:grid-cols-[9rem_1.5rem_minmax(0,1fr)] print:break-inside-avoid">
      <p className="text-ink-muted text-table max-sm:col-start-2 max-sm:pt-2.5 sm:py-2.5">{time}</p>
      <span
        aria-hidden
        className="relative flex justify-center before:absolute before:inset-y-0 before:w-px before:bg-line max-sm:col-start-1 max-sm:row-span-2 max-sm:row-start-1"
      >
        <span className="relative mt-2 grid size-6 place-items-center self-start rounded-full border border-line bg-surface text-ink-muted">
          <Icon className="size-3.5" />
        </span>
      </span>
      <div className="min-w-0 pb-2.5 wrap-anywhere sm:pt-2.5">{children}</div>
    </li>
  );
}
