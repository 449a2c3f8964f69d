import type { ReactNode } from "react";
import type { IconComponent } from "#components/ui/icon/icons.tsx";
import type { LoadedPart } from "#lib/timeline/merge-timeline.ts";
import type { TimelineKind } from "#lib/timeline/timeline-kinds.ts";

/** One entry of a timeline. */
export interface TimelineEntry {
  key: string;
  /** ISO 8601 in UTC. */
  at: string;
  /** The filters that show the entry. */
  kinds: readonly TimelineKind[];
  /** True if the entry is shown only when one of its kinds is chosen. */
  isDetail?: boolean | undefined;
  icon: IconComponent;
  content: ReactNode;
}

/** The entries that one list of the page contributes. */
export interface TimelineSource extends LoadedPart<TimelineEntry> {
  kind: TimelineKind;
  /** Why entries are missing. Null: they are all there. */
  error: Error | null;
  /** True until there is an answer or an error. */
  isPending: boolean;
  isFetching: boolean;
  refetch: () => void;
}
