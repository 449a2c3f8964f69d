import type { z } from "zod";
import { webhookListSchema } from "#lib/contract/webhook.ts";
import type { CallContext } from "#server/api-client/call-context.ts";
import type { PageFacts, RowReader } from "#server/api-client/normalise/list.ts";
import { webhookRows } from "#server/api-client/normalise/webhook.ts";
import type { Freshness } from "#server/api-client/perform-call.ts";
import { type PageQuery, type ReadContext, readPage } from "./read-page.ts";

/**
 * The API's lists that have no parameters except `limit` and `offset`. The name of a list is also its path. The BFF has
 * a route for each list (server/bff/lists/routes.ts).
 */
export const plainLists = {
  /** The list of webhooks (specification, section 4.8). */
  webhooks: { rows: webhookRows, answer: webhookListSchema },
} as const satisfies Record<string, { rows: RowReader<unknown>; answer: z.ZodType }>;

export type PlainListName = keyof typeof plainLists;

export const plainListNames = Object.keys(plainLists) as readonly PlainListName[];

type RowOf<Name extends PlainListName> = (typeof plainLists)[Name]["rows"] extends RowReader<infer Row> ? Row : never;

/** A page of a plain list in the canonical model. The rows have the name of the collection. */
export type PlainListPage<Name extends PlainListName> = PageFacts & Freshness & Record<Name, RowOf<Name>[]>;

/** Reads one page of a plain list. */
export async function readPlainList<Name extends PlainListName>(
  context: ReadContext,
  name: Name,
  query: PageQuery,
  call: CallContext,
): Promise<PlainListPage<Name>> {
  const request = { path: `/${name}`, ...query, kind: plainLists[name].rows as RowReader<RowOf<Name>> };
  const { rows, mayBeWhole: _, ...facts } = await readPage(context, request, call);
  return { [name]: rows, ...facts } as PlainListPage<Name>;
}
