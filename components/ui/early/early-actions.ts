import type { Early } from "./early-window.ts";

/** How often to check whether a part of the page is hydrated, in milliseconds. */
const checkEveryMs = 30;

/** After this time, in milliseconds, a part is no longer expected to be hydrated. */
const giveUpAfterMs = 30_000;

/** Hydrated elements have a property in which React stores the element's props. */
const isHydrated = (element: Element) => Object.keys(element).some((key) => key.startsWith("__reactProps$"));

/**
 * Sets a value so that React sees a change. React compares it with the value that was last set through the element's
 * own setter.
 */
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
 * Repeats a person's actions from before hydration, because React drops early presses and would reset changed fields.
 * Each action is repeated when its part of the page is hydrated. The effect of one action is rendered before the next
 * action is repeated. Returns a function that stops the repeating.
 */
export function repeatEarlyActions(early: Early): () => void {
  const { actions } = early;
  early.isOver = true;
  // From now on React receives everything that the person types, including the text so far. The stored value is no
  // longer needed.
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
