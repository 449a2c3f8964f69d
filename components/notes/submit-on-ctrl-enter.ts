import type { KeyboardEvent } from "react";

/** Submits the form of a multi-line text with Ctrl or ⌘ and Enter, because Enter alone starts a new line. */
export function submitOnCtrlEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
