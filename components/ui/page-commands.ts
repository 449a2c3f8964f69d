/** A button of the page that the lookup offers as a command. */
export interface PageCommand {
  label: string;
  /** Further search words. */
  words: string;
  run: () => void;
}

/** The attributes of a button or link that the lookup offers as a command, by this label and further words. */
export const asCommand = (label: string, words = "") => ({ "data-command": label, "data-command-words": words });

/**
 * The commands of the current page, each once. A button is pressed like a person would press it, and itself says why it
 * is disabled.
 */
export function readPageCommands(page: ParentNode): PageCommand[] {
  const commands = new Map<string, PageCommand>();
  for (const element of page.querySelectorAll<HTMLElement>("[data-command]")) {
    const { command: label = "", commandWords: words = "" } = element.dataset;
    if (!commands.has(label)) commands.set(label, { label, words, run: () => element.click() });
  }
  return [...commands.values()];
}
