import { z } from "zod";

/** A saved view as it was when a change was started for its customers. */
export const viewDefinitionShape = {
  viewID: z.string(),
  /** The name of the view at that time. */
  name: z.string(),
  /** The filters of the view at that time, as a query string of the customers page. */
  query: z.string(),
};

export const viewDefinitionSchema = z.object(viewDefinitionShape);

export type ViewDefinition = z.infer<typeof viewDefinitionSchema>;

/** Whether a view still selects the customers that it selected when a change was started for it. */
export const viewStates = ["same", "edited", "gone"] as const;

export type ViewState = (typeof viewStates)[number];
