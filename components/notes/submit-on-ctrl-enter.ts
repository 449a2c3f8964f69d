import type { KeyboardEvent } from "react";

/** Submits a form on Ctrl or ⌘ with Enter. In a multi-line text, Enter alone starts a new line. */
export function submitOnCtrlEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
