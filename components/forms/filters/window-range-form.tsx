"use client";

import { lazyPart } from "#components/ui/lazy/lazy-part.tsx";
import type { WindowRangeFieldsProps } from "./window-range-fields.tsx";

/** A placeholder with the height of the fields, so that the popover does not grow when they load. */
const Waiting = () => <div className="h-71 border-line border-t" />;

const Fields = lazyPart<WindowRangeFieldsProps>(
  () => import("./window-range-fields.tsx").then((module) => module.WindowRangeFields),
  Waiting,
);

/** A form for a range of days. Its code loads when the popover opens. */
export function WindowRangeForm(props: WindowRangeFieldsProps) {
  const range = typeof props.window === "string" ? undefined : props.window;
  // The key resets the fields when the range in the URL changes, for example after Back.
  return <Fields key={`${range?.datefrom} ${range?.dateto}`} {...props} />;
}
