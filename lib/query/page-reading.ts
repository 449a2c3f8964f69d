import type { Query } from "@tanstack/react-query";

/** Marks a reading as one that a page shows: the page's header says how old it is and reads it again. */
export const pageReading = { isPageReading: true } as const;

export const isPageReading = ({ meta }: Pick<Query, "meta">): boolean => meta?.isPageReading === true;
