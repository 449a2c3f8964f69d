import { z } from "zod";
import { maxFilterIDs } from "#lib/contract/values/limits.ts";
import { isResourceID } from "#lib/contract/values/resource-ids.ts";

export const resourceIDSchema = z.string().refine(isResourceID, { error: "is not an ID" });

/** The IDs in a filter of a list. The parameter is given once for each ID. */
export const filterIDsSchema = z
  .array(resourceIDSchema)
  .max(maxFilterIDs, { error: `must be given ${maxFilterIDs} times at most` });
