"use client";

import { CalendarRange } from "#components/ui/icon/icons.tsx";
import { useDayNames } from "#components/ui/time/day-name.tsx";
import { consoleNowMs } from "#lib/console-clock.ts";
import { recentDays, resolveRecentDays } from "#lib/url-state/recent-days.ts";
import { earliestDate, type WindowRange } from "#lib/url-state/window.ts";
import { ChoiceList } from "./choice-list.tsx";
import type { ListFilter } from "./list-filter.ts";
import { WindowRangeForm } from "./window-range-form.tsx";
import { daysTexts as texts } from "./window-texts.ts";

interface Days {
  datefrom: string | undefined;
  dateto: string | undefined;
}

const recent = recentDays.map((value) => ({ value, name: texts.recent[value] }));

/** A filter by days in UTC. The first or the last day may be missing. */
export function useDaysFilter<View extends Days>(id: string, name: string, view: Days): ListFilter<View> {
  const nameOf = useDayNames();
  const { datefrom, dateto } = view;
  /** The days in words, such as `Thursday, 5 November 2026`, `since …`, `until …` or `1–5 November 2026`. */
  const words = () => {
    if (datefrom === undefined && dateto === undefined) return undefined;
    if (datefrom === undefined) return texts.until(nameOf(dateto ?? "", dateto ?? "", "long"));
    if (dateto === undefined) return texts.since(nameOf(datefrom, datefrom, "long"));
    return texts.utc(nameOf(datefrom, dateto, "long"));
  };
  return {
    id,
    name,
    icon: CalendarRange,
    value: words(),
    removal: { datefrom: undefined, dateto: undefined } as Partial<View>,
    editor: ({ change, close }) => {
      const choose = (range: WindowRange) => {
        close();
        change({ datefrom: range.datefrom, dateto: range.dateto } as Partial<View>);
      };
      return (
        <>
          <ChoiceList
            choices={recent}
            chosen={undefined}
            onChoose={(chosen) => choose(resolveRecentDays(chosen, consoleNowMs()))}
          />
          <WindowRangeForm
            id={id}
            window={
              datefrom === undefined && dateto === undefined
                ? "all"
                : { datefrom: datefrom ?? earliestDate, ...(dateto !== undefined && { dateto }) }
            }
            onRange={choose}
          />
        </>
      );
    },
  };
}
