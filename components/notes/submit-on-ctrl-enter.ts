import type { KeyboardEvent } from "react";

/** Submits a form on Ctrl or ⌘ with Enter. Enter alone starts a new line in the text. */
export function submitOnCtrlEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
