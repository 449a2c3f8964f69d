import type { ReactNode } from "react";
import type { IconComponent } from "#components/ui/icon/icons.tsx";

/** The functions that the editor of a filter needs. */
export interface FilterEditorProps<View> {
  /** Changes the view. All changes from opening an editor until closing it are one entry in the browser's history. */
  change: (change: Partial<View>) => void;
  /** Closes the editor. The focus returns to the button that opened the editor. */
  close: () => void;
}

interface Described {
  /** The filter's ID, which is unique on the page. */
  id: string;
  name: string;
  icon: IconComponent;
  /** The value in words. Undefined: the filter is not set. Empty: the filter is set, and its name alone is enough. */
  value: string | undefined;
  /** Shown after the filter's name in the menu, such as a number. */
  note?: ReactNode;
}

/**
 * One filter of a list. The filter bar (filter-bar.tsx) shows a chip for each filter that is set. One menu offers all
 * other filters.
 */
export interface ListFilter<View> extends Described {
  /** The changes of the view that remove the filter. */
  removal: Partial<View>;
  /** For a filter with only one value: the changes of the view that set the filter. */
  addition?: Partial<View>;
  /**
   * The filter's editor. Without an editor and `addition`, only links can set the filter, and a person can only remove
   * it.
   */
  editor?: (props: FilterEditorProps<View>) => ReactNode;
}

/** A filter with functions that change the view of its list. */
export interface ShownFilter extends Described {
  /** Undefined if the filter cannot be removed. */
  onRemove: (() => void) | undefined;
  onAdd?: () => void;
  editor?: (close: () => void) => ReactNode;
}
