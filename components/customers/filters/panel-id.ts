/** The ID of the popover with the filters. */
export const panelID = "customers-filters";
