/** The texts that are needed before the menu is opened, and after its dialogs have closed. */
export const viewsMenuTexts = {
  button: "Views",
  changed: "changed",
  menu: "Saved views",
  recent: "Most recent view",
  saved: (name: string) => `“${name}” saved`,
  deleted: (name: string) => `“${name}” deleted`,
} as const;
