import type { ReactNode } from "react";
import type { IconComponent } from "#components/ui/icon/icons.tsx";

/** One visit to an editor, from its opening to its closing. Its changes are one entry in the browser's history. */
export interface FilterVisit<View> {
  begin: () => void;
  change: (change: Partial<View>) => void;
}

/** What an editor of a filter needs. */
export interface FilterEditorProps<View> {
  /** Changes the view, as a part of the visit. */
  change: (change: Partial<View>) => void;
  /** Closes the editor. The focus returns to the button that opened it. */
  close: () => void;
}

/**
 * One filter of a list, as its page declares it. The bar (filter-bar.tsx) shows a chip for each filter that is set, and
 * offers the others in one menu.
 */
export interface ListFilter<View> {
  /** Unique on the page. */
  id: string;
  name: string;
  icon: IconComponent;
  /** The value in words. Undefined: the filter is not set. Empty: it is set, and its name says everything. */
  value: string | undefined;
  /** The members of the view without the filter. */
  removal: Partial<View>;
  /** What a press in the menu sets, for a filter that has only one value. */
  addition?: Partial<View>;
  /** A filter without an editor and without `addition` is set by links only. A person can remove it. */
  editor?: (props: FilterEditorProps<View>) => ReactNode;
  /** Shown at the end of the filter's line in the menu, such as a number. */
  note?: ReactNode;
}
