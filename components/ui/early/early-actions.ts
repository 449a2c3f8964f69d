import type { Early } from "./early-window.ts";

/** How often to check whether a part of the page is hydrated, in milliseconds. */
const checkEveryMs = 30;

/** After this time, in milliseconds, the actions on a part that is still not hydrated are given up. */
const giveUpAfterMs = 30_000;

/** True if React has hydrated the element. React then stores the element's props in a property of the element. */
const isHydrated = (element: Element) => Object.keys(element).some((key) => key.startsWith("__reactProps$"));

/** True if all parts of the page that people can use are hydrated. */
const areControlsHydrated = () =>
  [...document.querySelectorAll("button, form, input, select, textarea")].every(isHydrated);

/**
 * Sets a value so that React notices a change. React compares the field's value with the last value that was set
 * through the element's own setter. So this function first sets a different value through this setter.
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
 * Repeats the actions that a person took before hydration. Otherwise React would drop presses and reset changed fields.
 * Each action waits until its part of the page is hydrated. The effect of an action is rendered before the next action
 * is repeated. Returns a function that stops the repeating.
 */
export function repeatEarlyActions(early: Early): () => void {
  const { actions } = early;
  early.isHydrated = isHydrated;
  // In a hydrated part, React receives what the person types, and the field contains the earlier text too. So the
  // stored value is no longer needed.
  const forget = ({ isTrusted, target }: Event) => {
    if (isTrusted && target instanceof Element && isHydrated(target)) actions.delete(target);
  };
  window.addEventListener("input", forget, true);
  const giveUpAtMs = performance.now() + giveUpAfterMs;
  const end = () => {
    early.isOver = true;
    clearInterval(timer);
    window.removeEventListener("input", forget, true);
  };
  const timer = setInterval(() => {
    for (const element of actions.keys()) if (!element.isConnected) actions.delete(element);
    if ((actions.size === 0 && areControlsHydrated()) || performance.now() > giveUpAtMs) return end();
    const element = [...actions.keys()].find(isHydrated);
    if (!element) return;
    const value = actions.get(element);
    actions.delete(element);
    repeat(element, value || []);
  }, checkEveryMs);
  return end;
}
