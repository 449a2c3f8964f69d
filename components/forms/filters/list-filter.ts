import type { ReactNode } from "react";
import type { IconComponent } from "#components/ui/icon/icons.tsx";

/** What an editor of a filter needs. */
export interface FilterEditorProps<View> {
  /** Changes the view. All changes of one visit to an editor are one entry in the browser's history. */
  change: (change: Partial<View>) => void;
  /** Closes the editor. The focus returns to the button that opened it. */
  close: () => void;
}

interface Described {
  /** Unique on the page. */
  id: string;
  name: string;
  icon: IconComponent;
  /** The value in words. Undefined: the filter is not set. Empty: it is set, and its name says everything. */
  value: string | undefined;
  /** Shown at the end of the filter's line in the menu, such as a number. */
  note?: ReactNode;
}

/**
 * One filter of a list, as its page declares it. The bar (filter-bar.tsx) shows a chip for each filter that is set, and
 * offers the others in one menu.
 */
export interface ListFilter<View> extends Described {
  /** The members of the view without the filter. */
  removal: Partial<View>;
  /** What a press in the menu sets, for a filter that has only one value. */
  addition?: Partial<View>;
  /** A filter without an editor and without `addition` is set by links only. A person can remove it. */
  editor?: (props: FilterEditorProps<View>) => ReactNode;
}

/** A filter with functions that change the view of its list. */
export interface ShownFilter extends Described {
  /** Undefined if the filter cannot be removed. */
  onRemove: (() => void) | undefined;
  onAdd?: () => void;
  editor?: (close: () => void) => ReactNode;
}
