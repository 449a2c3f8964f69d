"use client";

import { closePopover } from "#components/ui/dialog/popover.tsx";
import { CalendarRange } from "#components/ui/icon/icons.tsx";
import { useDayNames } from "#components/ui/time/day-name.tsx";
import { consoleNowMs } from "#lib/console-clock.ts";
import { recentDays, resolveRecentDays } from "#lib/url-state/recent-days.ts";
import { earliestDate, type WindowRange } from "#lib/url-state/window.ts";
import { ChoiceList } from "./choice-list.tsx";
import { FilterChip } from "./filter-chip.tsx";
import { WindowRangeForm } from "./window-range-form.tsx";
import { daysTexts as texts } from "./window-texts.ts";

interface Days {
  datefrom: string | undefined;
  dateto: string | undefined;
}

/**
 * The days of a view in words, such as `any day`, `Thursday, 5 November 2026`, `since …`, `until …` or `1–5 November
 * 2026`.
 */
function useDaysInForce({ datefrom, dateto }: Days): string {
  const nameOf = useDayNames();
  if (datefrom === undefined && dateto === undefined) return texts.any;
  if (datefrom === undefined) return texts.until(nameOf(dateto ?? "", dateto ?? "", "long"));
  if (dateto === undefined) return texts.since(nameOf(datefrom, datefrom, "long"));
  return texts.utc(nameOf(datefrom, dateto, "long"));
}

const recent = recentDays.map((value) => ({ value, name: texts.recent[value] }));

interface DaysFilterProps {
  /** The ID of the popover. */
  id: string;
  name: string;
  view: Days;
  change: (change: Days) => void;
}

/** Filters a list by days in UTC. Either end of the range may be open. */
export function DaysFilter({ id, name, view: { datefrom, dateto }, change }: DaysFilterProps) {
  const value = useDaysInForce({ datefrom, dateto });
  const choose = (range: WindowRange) => {
    closePopover(id);
    change({ datefrom: range.datefrom, dateto: range.dateto });
  };
  return (
    <FilterChip
      id={id}
      name={name}
      value={value}
      icon={CalendarRange}
      isSet={datefrom !== undefined || dateto !== undefined}
      openLabel={texts.open}
      removeLabel={texts.remove}
      onRemove={() => change({ datefrom: undefined, dateto: undefined })}
      popoverLabel={texts.presets}
    >
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
    </FilterChip>
  );
}
