/** A button of the page that the lookup offers as a command. */
export interface PageCommand {
  label: string;
  /** More words that find the command. */
  words: string;
  run: () => void;
}

/**
 * The attributes that make the lookup offer a button or link as a command: the command's label, and more words that
 * find the command.
 */
export const asCommand = (label: string, words = "") => ({ "data-command": label, "data-command-words": words });

/**
 * The commands of the current page. Each label occurs once. Running a command presses its button. A disabled button
 * itself explains why it is disabled.
 */
export function readPageCommands(page: ParentNode): PageCommand[] {
  const commands = new Map<string, PageCommand>();
  for (const element of page.querySelectorAll<HTMLElement>("[data-command]")) {
    const { command: label = "", commandWords: words = "" } = element.dataset;
    if (!commands.has(label)) commands.set(label, { label, words, run: () => element.click() });
  }
  return [...commands.values()];
}
