import type { ReactNode } from "react";
import { PageFreshness } from "./page-freshness.tsx";

/** The heading of a record's page: its title, the age of the data, and its state. */
export function RecordHeading({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="font-semibold text-display wrap-anywhere">
          <bdi>{title}</bdi>
        </h1>
        <PageFreshness />
      </div>
      {children}
    </div>
  );
}
