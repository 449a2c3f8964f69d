/** What early-script.ts has recorded; absent if the script did not run. */
export interface Early {
  /** The recorded actions in order. A field has its value and whether it was checked; a button or a form has 0. */
  actions: Map<Element, readonly [value: string, isChecked: boolean] | 0>;
  /** True to stop the recording. */
  isOver?: boolean;
  /** True if Enter was the last key that was pressed. */
  isEntered?: boolean;
}

declare global {
  interface Window {
    early?: Early;
  }
}
