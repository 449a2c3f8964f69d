import { classNames } from "#components/ui/class-names.ts";

/** The colours of the series. A chart has at most this many series. */
export const seriesColours = ["text-series-1", "text-series-2", "text-series-3", "text-series-4"] as const;

/** Identifies a pattern: the index of a series, or the pattern for rows that were not counted. */
export type BarPattern = number | "uncounted";

const patternID = (chartID: string, look: BarPattern) => `${chartID}-${look}`;

/** The `fill` value of a pattern. */
export function patternFill(chartID: string, look: BarPattern): string {
  return `url(#${patternID(chartID, look)})`;
}

/** The class with the colour of a pattern. */
export function patternClass(look: BarPattern): string {
  return look === "uncounted" ? "text-line-strong" : (seriesColours[look] ?? seriesColours[3]);
}

const dots = <path d="M1 1h.01M4 4h.01" stroke="currentColor" strokeWidth="1.7" strokeLinecap="round" />;
const tint = <rect width="6" height="6" fill="currentColor" fillOpacity="0.3" />;
const spots = <circle cx="3" cy="3" r="1.9" fill="currentColor" />;

/** Draws a pattern: solid, a tint, dots, or spots on a tint. Stripes are not used, because they mark an environment. */
function Drawing({ look }: { look: BarPattern }) {
  if (look === 0) return <rect width="6" height="6" fill="currentColor" />;
  if (look === 1) return tint;
  if (look === 2) return dots;
  if (look === "uncounted") return <rect width="6" height="6" fill="currentColor" fillOpacity="0.14" />;
  return (
    <>
      {tint}
      {spots}
    </>
  );
}

const barPatterns: readonly BarPattern[] = [0, 1, 2, 3, "uncounted"];

/**
 * The patterns of a chart. They make the series distinguishable without colour. With forced colours, the patterns use
 * the browser's colours.
 */
export function PatternDefinitions({ chartID }: { chartID: string }) {
  return (
    <svg aria-hidden className="absolute size-0">
      <defs>
        {barPatterns.map((pattern) => (
          <pattern
            key={pattern}
            id={patternID(chartID, pattern)}
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            className={patternClass(pattern)}
          >
            <Drawing look={pattern} />
          </pattern>
        ))}
      </defs>
    </svg>
  );
}

/** The sample of a pattern in a legend. */
export function PatternSwatch({ chartID, look }: { chartID: string; look: BarPattern }) {
  return (
    <svg aria-hidden className={classNames("size-3 shrink-0", patternClass(look))}>
      <rect x="0.5" y="0.5" width="11" height="11" rx="2" fill={patternFill(chartID, look)} stroke="currentColor" />
    </svg>
  );
}
