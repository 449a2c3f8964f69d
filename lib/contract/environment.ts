import { z } from "zod";
import { environments } from "#lib/contract/values/environments.ts";

export type { Environment } from "#lib/contract/values/environments.ts";

export const environmentSchema = z.enum(environments);
