import type { ReactNode } from "react";
import type { IconComponent } from "#components/ui/icon/icons.tsx";
import type { LoadedPart } from "#lib/timeline/merge-timeline.ts";
import type { TimelineKind } from "#lib/timeline/timeline-kinds.ts";

export interface TimelineEntry {
  key: string;
  /** The time, ISO 8601 in UTC. */
  at: string;
  /** The kinds of the entry. A filter by one of these kinds shows the entry. */
  kinds: readonly TimelineKind[];
  /** True if the entry is shown only when a person filters by one of its kinds. */
  isDetail?: boolean | undefined;
  icon: IconComponent;
  content: ReactNode;
}

/** The timeline entries that come from one list. */
export interface TimelineSource extends LoadedPart<TimelineEntry> {
  kind: TimelineKind;
  /** The reason why the last request failed. Entries may then be missing or outdated. Null if the request succeeded. */
  error: Error | null;
  /** True until an answer or an error has arrived. */
  isPending: boolean;
  isFetching: boolean;
  refetch: () => void;
}
