/** The recorded actions. Undefined if early-script.ts did not run. */
export interface Early {
  /**
   * The recorded actions in order. A field is stored with its value and whether it was checked. A button or a form is
   * stored with 0.
   */
  actions: Map<Element, readonly [value: string, isChecked: boolean] | 0>;
  /**
   * True if React handles the events of this element. Undefined until React has hydrated the page's frame: after that,
   * parts of the page are hydrated one by one.
   */
  isHydrated?: (element: Element) => boolean;
  /** True after the recording has ended. */
  isOver?: boolean;
  /** True if the last pressed key was Enter. */
  isEntered?: boolean;
}

declare global {
  interface Window {
    early?: Early;
  }
}
