import { classNames } from "#components/ui/class-names.ts";

/** How many series a chart tells apart. */
export const seriesLooks = ["text-series-1", "text-series-2", "text-series-3", "text-series-4"] as const;

/** The look of a series, or of what was not counted. */
export type Look = number | "uncounted";

const lookID = (chartID: string, look: Look) => `${chartID}-${look}`;

/** The `fill` of what is drawn in a look. */
export function fillOf(chartID: string, look: Look): string {
  return `url(#${lookID(chartID, look)})`;
}

/** The class whose colour a look is drawn in. */
export function lookClass(look: Look): string {
  return look === "uncounted" ? "text-line-strong" : (seriesLooks[look] ?? seriesLooks[3]);
}

function Drawing({ look }: { look: Look }) {
  if (look === 0) return <rect width="6" height="6" fill="currentColor" />;
  if (look === 1) return <path d="M-1 1 1-1M-1 7 7-1M5 7 7 5" stroke="currentColor" strokeWidth="2" />;
  if (look === 2) return <circle cx="3" cy="3" r="1.5" fill="currentColor" />;
  if (look === 3) return <path d="M0 3H6" stroke="currentColor" strokeWidth="2" />;
  return <path d="M-1 5 5-1M2 8 8 2" stroke="currentColor" strokeWidth="0.75" strokeOpacity="0.5" />;
}

const looks: readonly Look[] = [0, 1, 2, 3, "uncounted"];

/** The patterns of a chart, so that its series are told apart without colour as well. They inherit forced colours. */
export function Patterns({ chartID }: { chartID: string }) {
  return (
    <svg aria-hidden className="absolute size-0">
      <defs>
        {looks.map((look) => (
          <pattern
            key={look}
            id={lookID(chartID, look)}
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            className={lookClass(look)}
          >
            <Drawing look={look} />
          </pattern>
        ))}
      </defs>
    </svg>
  );
}

/** A look as it stands in a legend. */
export function Swatch({ chartID, look }: { chartID: string; look: Look }) {
  return (
    <svg aria-hidden className={classNames("size-3 shrink-0", lookClass(look))}>
      <rect
        x="0.5"
        y="0.5"
        width="11"
        height="11"
        rx="2"
        fill={fillOf(chartID, look)}
        stroke="currentColor"
        strokeDasharray={look === "uncounted" ? "2 2" : undefined}
      />
    </svg>
  );
}
