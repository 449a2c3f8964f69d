/** What early-script.ts keeps; absent where it did not run. */
export interface Early {
  /** What was done, in order: a field with its value and whether it was checked, or a button or a form. */
  actions: Map<Element, readonly [value: string, isChecked: boolean] | 0>;
  /** Ends the keeping. */
  isOver?: boolean;
  /** Enter was the last key. */
  isEntered?: boolean;
}

declare global {
  interface Window {
    early?: Early;
  }
}
