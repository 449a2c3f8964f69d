import { z } from "zod";
import type { PasskeysTable } from "#server/bff/store/schema/tables/factor-tables.ts";

const transportsSchema = z.array(z.string()).catch([]);

/** The ways in which the browser can reach the authenticator, as reported when the passkey was created. */
export const transportsOf = ({ transports }: Pick<PasskeysTable, "transports">): string[] =>
  transportsSchema.parse(JSON.parse(transports));
