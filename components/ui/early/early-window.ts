/** The data of early-script.ts; absent if it did not run. */
export interface Early {
  /** The actions in order: a field with its value and whether it was checked, or a button or a form. */
  actions: Map<Element, readonly [value: string, isChecked: boolean] | 0>;
  /** Stops the recording. */
  isOver?: boolean;
  /** True if Enter was the last key. */
  isEntered?: boolean;
}

declare global {
  interface Window {
    early?: Early;
  }
}
