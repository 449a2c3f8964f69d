/** Moves the focus from a dismissed line to the next or previous line, or to the element below the list. */
export function focusAfterDismissal(button: Element): void {
  const line = button.closest("li");
  const beside = line?.nextElementSibling ?? line?.previousElementSibling;
  const next =
    beside?.querySelector("button") ??
    beside?.querySelector("a") ??
    button.closest("[popover]")?.querySelector("[data-stays]");
  if (next instanceof HTMLElement) next.focus();
}
