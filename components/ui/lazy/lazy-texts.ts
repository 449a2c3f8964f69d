/** Texts for a part of the page that could not be loaded on demand. */
export const lazyTexts = {
  failed: "This part of the page could not be loaded.",
  reload: "Reload the page",
};
