import { z } from "zod";
import { isResourceID } from "#lib/contract/values/resource-ids.ts";

export const resourceIDSchema = z.string().refine(isResourceID, { error: "is not an ID" });
