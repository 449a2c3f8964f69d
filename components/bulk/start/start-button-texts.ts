/** Texts of the buttons on the customers page that start a bulk change. */
export const startButtonTexts = {
  changeSelected: "Change plan or term",
  fromList: "Bulk change",
  commandWords: "mass many several list csv selected",
} as const;
