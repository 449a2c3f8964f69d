import { z } from "zod";

/** The saved view that a change was started for, as it was then. */
export const viewDefinitionShape = {
  viewID: z.string(),
  /** The name of the view at the start. */
  name: z.string(),
  /** The filters of the view at the start, as a query string of the customers page. */
  query: z.string(),
};

export const viewDefinitionSchema = z.object(viewDefinitionShape);

export type ViewDefinition = z.infer<typeof viewDefinitionSchema>;

/** Whether a view still has the filters that it had when a change was started for its customers. */
export const viewStates = ["same", "edited", "gone"] as const;

export type ViewState = (typeof viewStates)[number];
