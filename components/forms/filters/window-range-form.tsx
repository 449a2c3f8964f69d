"use client";

import { lazyPart } from "#components/ui/lazy/lazy-part.tsx";
import type { WindowPreset } from "#lib/contract/customers/customer-list.ts";
import type { WindowRange } from "#lib/url-state/window.ts";

export interface WindowRangeFormProps {
  /** The prefix of the fields' IDs. */
  id: string;
  window: WindowPreset | WindowRange;
  onRange: (range: WindowRange) => void;
}

/** Has the height of the fields, so that the popover does not grow. */
const Waiting = () => <div className="h-71 border-line border-t" />;

const Fields = lazyPart<WindowRangeFormProps>(
  () => import("./window-range-fields.tsx").then((module) => module.WindowRangeFields),
  Waiting,
);

/** A form for a range of days. It is loaded when its popover opens. */
export function WindowRangeForm(props: WindowRangeFormProps) {
  const range = typeof props.window === "string" ? undefined : props.window;
  // A new key resets the fields when the range in the URL changes, for example after Back.
  return <Fields key={`${range?.datefrom} ${range?.dateto}`} {...props} />;
}
