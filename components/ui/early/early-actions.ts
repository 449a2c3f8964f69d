import type { Early } from "./early-window.ts";

/** The interval, in milliseconds, for checking whether a part of the page is hydrated. */
const checkEveryMs = 30;

/** After this time, in milliseconds, a part that is not hydrated never will be. */
const giveUpAfterMs = 30_000;

/** React stores its props on each hydrated element. */
const isHydrated = (element: Element) => Object.keys(element).some((key) => key.startsWith("__reactProps$"));

/** Sets a value like a person: React compares it with the last value set through the element's own setter. */
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
 * Repeats the actions from before hydration, each when its part of the page is hydrated: React drops such presses and
 * would reset changed fields. Actions run one after the other, so that the effect of one is rendered before the next.
 * Returns a function that stops it.
 */
export function repeatEarlyActions(early: Early): () => void {
  const { actions } = early;
  early.isOver = true;
  // React now receives what the person types, including the whole text, so the stored value is no longer needed.
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
