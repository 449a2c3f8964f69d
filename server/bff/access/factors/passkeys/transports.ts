import { z } from "zod";
import type { PasskeysTable } from "#server/bff/store/schema/tables/factor-tables.ts";

const transportsSchema = z.array(z.string()).catch([]);

/** How an authenticator is reached, as it said when the passkey was made. */
export const transportsOf = ({ transports }: Pick<PasskeysTable, "transports">): string[] =>
  transportsSchema.parse(JSON.parse(transports));
