"use client";

import Link from "next/link";
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { classNames } from "#components/ui/class-names.ts";
import { useNumberLocale } from "#components/ui/count.tsx";
import { formatCount, type PluralForms } from "#lib/format/format-number.ts";
import { type Bar, type BarChoice, type BarSeries, barSummary, totalOf, totalText } from "./bar-chart-model.ts";
import { PatternSwatch, patternClass, patternFill } from "./bar-chart-patterns.tsx";
import { labelledIndexes, scaleLines } from "./bar-chart-scale.ts";

const heights = { small: "h-28", tall: "h-52 lg:h-64" } as const;

export type PlotSize = keyof typeof heights;

interface PlotProps extends BarChoice {
  size?: PlotSize | undefined;
  chartID: string;
  label: string;
  series: readonly BarSeries[];
  bars: readonly Bar[];
  forms: PluralForms;
}

const percent = (part: number) => `${Math.round(part * 10_000) / 100}%`;

/** A bar with its series on top of each other. A shaded background means that not all rows of the bar were counted. */
function BarDrawing({ chartID, bar, top, share }: { chartID: string; bar: Bar; top: number; share: number }) {
  let below = 0;
  return (
    <svg aria-hidden className="absolute inset-0 size-full overflow-visible">
      {bar.counted !== "whole" && (
        <rect
          width="100%"
          height="100%"
          fill={patternFill(chartID, "uncounted")}
          className={patternClass("uncounted")}
        />
      )}
      {bar.counts.map((count, index) => {
        if (count === 0) return null;
        below += count;
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies the series
            key={index}
            x={percent((1 - share) / 2)}
            width={percent(share)}
            y={percent(1 - below / top)}
            height={percent(count / top)}
            fill={patternFill(chartID, index)}
            stroke="currentColor"
            className={patternClass(index)}
          />
        );
      })}
    </svg>
  );
}

interface TooltipProps extends Pick<PlotProps, "chartID" | "series" | "forms"> {
  bar: Bar;
  side: "start" | "end";
}

/** The tooltip of the hovered or focused bar. The bar's accessible name has the same text for screen readers. */
function Tooltip({ chartID, bar, series, forms, side }: TooltipProps) {
  const locale = useNumberLocale();
  return (
    <div
      aria-hidden
      className={classNames(
        "pointer-events-none absolute top-0 z-10 mx-1 w-max max-w-48 rounded-base border border-line bg-raised px-2.5 py-1.5 text-fine shadow-float",
        side === "end" ? "start-full" : "end-full",
      )}
    >
      <p className="font-medium">{bar.name}</p>
      <p className="text-ink-muted">{totalText(bar, forms, locale)}</p>
      {series.length > 1 &&
        series.map(({ key, name }, index) => {
          const count = bar.counts[index] ?? 0;
          return (
            count > 0 && (
              <p key={key} className="flex items-center gap-1.5">
                <PatternSwatch chartID={chartID} look={index} />
                <bdi className="block min-w-0 truncate first-letter:uppercase">{name}</bdi>
                <span className="ms-auto ps-3">{formatCount(count, locale)}</span>
              </p>
            )
          );
        })}
    </div>
  );
}

function Axes({ lines, height, children }: { lines: readonly number[]; height: string; children: ReactNode }) {
  const locale = useNumberLocale();
  const top = lines.at(-1) ?? 1;
  return (
    <div className="flex">
      <svg aria-hidden className={classNames("w-9 shrink-0 overflow-visible text-label", height)}>
        {lines.map((line) => (
          <text
            key={line}
            x="100%"
            dx={-8}
            y={percent(1 - line / top)}
            textAnchor="end"
            dominantBaseline="middle"
            className="fill-ink-muted"
          >
            {formatCount(line, locale)}
          </text>
        ))}
      </svg>
      <div className="min-w-0 flex-1 overflow-x-auto overflow-y-hidden pb-1 max-sm:-my-1 max-sm:pt-1">{children}</div>
    </div>
  );
}

function nextIndex(key: string, index: number, count: number): number | undefined {
  const moves: Readonly<Record<string, number>> = {
    ArrowLeft: index - 1,
    ArrowRight: index + 1,
    PageUp: index - 7,
    PageDown: index + 7,
    Home: 0,
    End: count - 1,
  };
  const wanted = moves[key];
  return wanted === undefined ? undefined : Math.min(Math.max(wanted, 0), count - 1);
}

/**
 * The bars as buttons or links. All bars share one tab stop, and the arrow keys move between them. Each accessible name
 * contains the bar's value.
 */
export function Plot({ chartID, label, series, bars, forms, hrefOf, onChoose, chosen, size = "small" }: PlotProps) {
  const height = heights[size];
  const locale = useNumberLocale();
  const group = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<string>();
  const [stop, setStop] = useState<string>();
  const lines = scaleLines(Math.max(...bars.map(totalOf), 0));
  const top = lines.at(-1) ?? 1;
  const known = (key: string | undefined) => bars.findIndex((bar) => bar.key === key);
  const stopIndex = [known(stop), known(chosen), bars.length - 1].find((index) => index >= 0) ?? 0;
  // If there are few bars, each bar uses less of its space, so that a single bar is not too wide.
  const share = Math.min(0.72, 0.09 * bars.length);
  const labels = labelledIndexes(bars.length, 5);

  const move = (event: KeyboardEvent) => {
    if (event.key === "Escape") setShown(undefined);
    const index = nextIndex(event.key, stopIndex, bars.length);
    if (index === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    group.current?.querySelectorAll<HTMLElement>("[data-bar]")[index]?.focus();
  };

  return (
    <Axes lines={lines} height={height}>
      <div className={classNames("relative", bars.length > 40 && "max-sm:w-[40rem]")}>
        <svg aria-hidden className={classNames("absolute inset-x-0 top-0 w-full overflow-visible", height)}>
          {lines.map((line, index) => (
            <line
              key={line}
              x1="0"
              x2="100%"
              y1={percent(1 - line / top)}
              y2={percent(1 - line / top)}
              className={index === 0 ? "stroke-line-strong" : "stroke-line"}
            />
          ))}
        </svg>
        <div
          ref={group}
          role="toolbar"
          aria-label={label}
          onKeyDown={move}
          onPointerLeave={() => setShown(undefined)}
          // The bars share the width, so visible bars would become narrower with each bar that arrives. To prevent
          // this, the bars stay hidden until the browser has received the axis, which comes after the last bar.
          className={classNames("relative flex [&:not(:has(+svg))]:invisible", height)}
        >
          {bars.map((bar, index) => {
            const common = {
              "data-bar": bar.key,
              tabIndex: index === stopIndex ? 0 : -1,
              "aria-label": barSummary(bar, series, forms, locale),
              onFocus: () => {
                setStop(bar.key);
                setShown(bar.key);
              },
              onBlur: () => setShown(undefined),
              onPointerEnter: () => setShown(bar.key),
              className: classNames(
                "chart-bar",
                bar.key === chosen && "border-accent bg-accent-soft forced-colors:border-[Highlight]",
              ),
              children: <BarDrawing chartID={chartID} bar={bar} top={top} share={share} />,
            };
            return (
              <div key={bar.key} className="relative min-w-0 flex-1">
                {hrefOf ? (
                  <Link href={hrefOf(bar)} prefetch={false} {...common} />
                ) : (
                  <button type="button" aria-pressed={bar.key === chosen} onClick={() => onChoose?.(bar)} {...common} />
                )}
                {bar.key === shown && (
                  <Tooltip
                    chartID={chartID}
                    bar={bar}
                    series={series}
                    forms={forms}
                    side={index < bars.length / 2 ? "end" : "start"}
                  />
                )}
              </div>
            );
          })}
        </div>
        <svg aria-hidden className="h-5 w-full overflow-visible text-label">
          {labels.map((index) => (
            <text
              key={index}
              x={percent((index + 0.5) / bars.length)}
              y="14"
              textAnchor={
                bars.length < 8 ? "middle" : index === 0 ? "start" : index === bars.length - 1 ? "end" : "middle"
              }
              className="fill-ink-muted"
            >
              {bars[index]?.axis}
            </text>
          ))}
        </svg>
      </div>
    </Axes>
  );
}
