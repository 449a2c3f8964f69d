/** The buttons of the customers page that lead to a bulk change. */
export const startButtonTexts = {
  changeSelected: "Change plan or term",
  fromList: "Bulk change",
  commandWords: "mass many several list csv selected",
} as const;
