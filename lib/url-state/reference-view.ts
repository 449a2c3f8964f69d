import { declareView, typedText } from "./declared-view.ts";

/** The longest search in the API reference, in characters. */
const maxSearchLength = 100;

/** The view of the page "API reference". The opened route is in the URL's fragment, such as `#getEnvironmentJobs`. */
const view = declareView({ search: typedText(maxSearchLength) });

export type ReferenceView = ReturnType<typeof view.parse>;

export const { parse: parseReferenceView, params: referenceViewParams } = view;
