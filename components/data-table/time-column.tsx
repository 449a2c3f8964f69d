import { Timestamp, ZoneName } from "#components/ui/timestamp.tsx";

/** A column's name with the zone of its times, which then need not name it row by row. */
export function TimeHeader({ name }: { name: string }) {
  return (
    <span className="truncate">
      {name}{" "}
      <span className="font-normal text-fine text-ink-muted">
        (<ZoneName form="place" />)
      </span>
    </span>
  );
}

interface TimeCellProps {
  /** ISO 8601 in UTC; without it the cell is empty. */
  at: string | undefined;
  detail?: "minute" | "clock";
}

/** An instant under such a header; on narrow screens, which have no headers, with its zone. */
export function TimeCell({ at, detail = "minute" }: TimeCellProps) {
  if (at === undefined) return null;
  return (
    <span>
      <Timestamp value={at} detail={detail} />
      <span className="text-ink-muted wide:hidden">
        {" "}
        <ZoneName />
      </span>
    </span>
  );
}
