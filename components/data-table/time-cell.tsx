import { Timestamp } from "#components/ui/time/timestamp.tsx";

interface TimeCellProps {
  /** The time, ISO 8601 in UTC. If undefined, the cell is empty. */
  at: string | undefined;
  detail?: "minute" | "clock";
}

/** A time in a table. The page names the zone. */
export function TimeCell({ at, detail = "minute" }: TimeCellProps) {
  return at === undefined ? null : <Timestamp value={at} detail={detail} />;
}
