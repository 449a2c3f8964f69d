/** What is said where a part of the page that is loaded when it is needed did not come. */
export const lazyTexts = {
  failed: "This part of the page could not be loaded.",
  reload: "Reload the page",
};
