/** Texts of the buttons on the customers page that start a bulk change. */
export const startButtonTexts = {
  changeSelected: "Change plan or term",
  fromList: "Bulk change",
  changeView: "Change all of this view…",
  planView: "Plan a change for this view…",
  commandWords: "mass many several list csv selected",
} as const;
