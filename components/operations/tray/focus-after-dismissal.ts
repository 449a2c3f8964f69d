/** Leads the focus from a line that goes away to the one beside it, or to what stays below the list. */
export function focusAfterDismissal(button: Element): void {
  const line = button.closest("li");
  const beside = line?.nextElementSibling ?? line?.previousElementSibling;
  const next =
    beside?.querySelector("button") ??
    beside?.querySelector("a") ??
    button.closest("[popover]")?.querySelector("[data-stays]");
  if (next instanceof HTMLElement) next.focus();
}
