import type { Early } from "./early-window.ts";

/** How often it is checked whether a part of the page is hydrated, in milliseconds. */
const checkEveryMs = 30;

/** A part that is not hydrated by then never will be. */
const giveUpAfterMs = 30_000;

/** React keeps its props at each hydrated element. */
const isHydrated = (element: Element) => Object.keys(element).some((key) => key.startsWith("__reactProps$"));

/** Sets a value as a person does: React compares it with what it was set to through the element itself. */
function typeInto(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const { selectionStart, selectionEnd } = field;
  field.value = value === "" ? " " : "";
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
  if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

function repeat(element: Element, [value, isChecked]: readonly [value?: string, isChecked?: boolean]): void {
  for (const animation of element.getAnimations({ subtree: true })) animation.cancel();
  if (element instanceof HTMLFormElement) element.requestSubmit();
  else if (element instanceof HTMLSelectElement) {
    element.value = value ?? "";
    element.dispatchEvent(new Event("change", { bubbles: true }));
  } else if (element instanceof HTMLInputElement && ["checkbox", "radio"].includes(element.type)) {
    element.checked = !isChecked;
    element.click();
  } else if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    typeInto(element, value ?? "");
  } else if (element instanceof HTMLElement) element.click();
}

/**
 * Repeats what a person did before the page was hydrated, each where its part of the page is by then: React itself
 * drops those presses, and would set changed fields back. One after the other, so that what one changes is rendered
 * before the next. Gives a function that stops it.
 */
export function repeatEarlyActions(early: Early): () => void {
  const { actions } = early;
  early.isOver = true;
  // What is typed now, React sees, and the whole text with it.
  const forget = (event: Event) => event.isTrusted && event.target instanceof Element && actions.delete(event.target);
  window.addEventListener("input", forget, true);
  const giveUpAtMs = performance.now() + giveUpAfterMs;
  const end = () => {
    clearInterval(timer);
    window.removeEventListener("input", forget, true);
  };
  const timer = setInterval(() => {
    for (const element of actions.keys()) if (!element.isConnected) actions.delete(element);
    if (actions.size === 0 || performance.now() > giveUpAtMs) return end();
    const element = [...actions.keys()].find(isHydrated);
    if (!element) return;
    const value = actions.get(element);
    actions.delete(element);
    repeat(element, value || []);
  }, checkEveryMs);
  return end;
}
