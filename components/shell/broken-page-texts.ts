export const productName = "Switchboard";

/** These texts have their own file, because every page must load the error pages, but not all texts of the shell. */
export const brokenPageTexts = {
  tab: "Page not shown · Switchboard",
  title: "This page could not be shown",
  explained: "An unexpected error occurred in Switchboard. It changed nothing.",
  reference: "Reference in the Switchboard log:",
  retry: "Try again",
  storeTitle: "Switchboard's database is not available",
  storeExplained:
    "Switchboard cannot be used until it is back. Try again in a moment. If this continues, contact the person who runs Switchboard.",
} as const;
