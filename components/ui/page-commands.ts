/** A button of the page that the lookup offers as a command. */
export interface PageCommand {
  label: string;
  /** Other words that find the command. */
  words: string;
  run: () => void;
}

/** The attributes of a button or link that the lookup offers as a command: its label, and other words that find it. */
export const asCommand = (label: string, words = "") => ({ "data-command": label, "data-command-words": words });

/**
 * The commands of the current page, without duplicates. A command presses its button as a person would. If the button
 * is disabled, the button itself says why.
 */
export function readPageCommands(page: ParentNode): PageCommand[] {
  const commands = new Map<string, PageCommand>();
  for (const element of page.querySelectorAll<HTMLElement>("[data-command]")) {
    const { command: label = "", commandWords: words = "" } = element.dataset;
    if (!commands.has(label)) commands.set(label, { label, words, run: () => element.click() });
  }
  return [...commands.values()];
}
