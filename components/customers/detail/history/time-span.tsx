import { Timestamp, useTimeZone } from "#components/ui/time/timestamp.tsx";
import { readInstant } from "#lib/format/local-time.ts";
import { historyTexts as texts } from "./history-texts.ts";

interface TimeSpanProps {
  from: string;
  to: string;
}

/** Whether both times are in the same minute, and whether they are on the same day. */
function useSpan({ from, to }: TimeSpanProps) {
  const zone = useTimeZone();
  const [first, last] = [from, to].map((at) => readInstant(at, zone).local) as [string, string];
  return { isSameMinute: first === last, isSameDay: first.slice(0, 10) === last.slice(0, 10) };
}

/** Shows a period, such as `between 24 Nov 2026, 10:02 and 10:31`. */
export function Between(span: TimeSpanProps) {
  const { isSameMinute, isSameDay } = useSpan(span);
  if (isSameMinute) {
    return (
      <>
        {texts.on} <Timestamp value={span.to} detail="minute" />
      </>
    );
  }
  return (
    <>
      {texts.between} <Timestamp value={span.from} detail="minute" /> {texts.and}{" "}
      <Timestamp value={span.to} detail={isSameDay ? "time" : "minute"} />
    </>
  );
}

/** Shows a period, such as `24 Nov 2026, 10:31 – 14:05`. */
export function Interval(span: TimeSpanProps) {
  const { isSameMinute, isSameDay } = useSpan(span);
  return (
    <>
      <Timestamp value={span.from} detail="minute" />
      {!isSameMinute && (
        <>
          {" – "}
          <Timestamp value={span.to} detail={isSameDay ? "time" : "minute"} />
        </>
      )}
    </>
  );
}
