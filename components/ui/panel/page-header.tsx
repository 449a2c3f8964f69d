import type { ReactNode } from "react";
import { PageFreshness } from "./page-freshness.tsx";

interface PageHeaderProps {
  title: string;
  /** A sentence that describes the page. */
  note?: string;
  /** The page's actions. They are not printed. */
  actions?: ReactNode;
}

/** The page's title, the age of its data, and its actions. On a narrow screen, the actions are beside the title. */
export function PageHeader({ title, note, actions }: PageHeaderProps) {
  return (
    <div>
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="font-semibold text-display max-md:me-auto">{title}</h1>
        <div className="me-auto flex min-h-6 items-center max-md:order-last max-md:w-full">
          <PageFreshness />
        </div>
        {actions && <div className="flex gap-1 print:hidden">{actions}</div>}
      </div>
      {note !== undefined && <p className="mt-1 text-ink-muted text-table">{note}</p>}
    </div>
  );
}
