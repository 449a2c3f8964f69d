import { isDeepStrictEqual } from "node:util";
import type { Environment } from "#lib/contract/environment.ts";
import { type AppError, isAppError } from "#lib/contract/operations/app-error.ts";
import type { CallContext } from "#server/api-client/call-context.ts";
import {
  normaliseList,
  type PageFacts,
  paginateLocally,
  type ReadPage,
  type RowReader,
} from "#server/api-client/normalise/list.ts";
import type { Freshness, PerformCall } from "#server/api-client/perform-call.ts";

/** What the reading operations of the client work with. */
export interface ReadContext {
  environment: Environment;
  performCall: PerformCall;
}

/** Which part of a list. */
export interface PageQuery {
  /** 1 to 100. */
  limit: number;
  offset: number;
}

/** A list to read and the part of it that is wanted. */
interface PageRequest<Row> extends PageQuery {
  /** Relative to the environment's prefix. */
  path: string;
  template?: string;
  /** Sent beside limit and offset; what is undefined or empty is left out. */
  filters?: Readonly<Record<string, string | undefined>>;
  kind: RowReader<Row>;
  /** True where the rows are read-only for all callers: then the same answer is parsed once. */
  sharesRows?: boolean;
}

type Page<Row> = PageFacts & Freshness & { rows: Row[] };

/** Texts that are written in a query as they are. */
const plainText = /^[\w.*-]+$/;

/** A query as `URLSearchParams` writes it, without what is undefined or empty. Most need none of its escapes. */
export function queryOf(members: Readonly<Record<string, string | undefined>>): string {
  const parts: string[] = [];
  for (const name in members) {
    const value = members[name];
    if (!value) continue;
    if (!plainText.test(value) || !plainText.test(name)) return escapedQuery(members);
    parts.push(`${name}=${value}`);
  }
  // In one piece: the query lives on in the record of calls, and with it the pieces of one that was put together by `+`.
  return parts.join("&");
}

function escapedQuery(members: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(members).filter((entry): entry is [string, string] => !!entry[1]);
  return new URLSearchParams(given).toString();
}

const readOf = (path: string, template: string | undefined) =>
  ({ method: "GET", path, ...(template === undefined ? {} : { template }) }) as const;

/** Reads one page of a list that comes in pages (specification, section 2). */
export function readPage<Row>(
  { environment, performCall }: ReadContext,
  { path, template, limit, offset, filters, kind, sharesRows }: PageRequest<Row>,
  call: CallContext,
): Promise<ReadPage<Row> & Freshness> {
  const query = queryOf({ limit: String(limit), offset: String(offset), ...filters });
  const parse = (json: unknown) => normaliseList(json, { environment, limit, offset }, kind);
  const shared = sharesRows ? { parseKey: `a page of ${kind.collection}` } : {};
  return performCall({ ...readOf(path, template), query, parse, ...shared }, call);
}

/** Reads a list without `limit` and `offset`, and cuts the wanted page out of it. */
export async function readWholeList<Row>(
  { environment, performCall }: ReadContext,
  { path, template, limit, offset, filters = {}, kind }: PageRequest<Row>,
  call: CallContext,
): Promise<Page<Row>> {
  // The page is as large as the list: whatever comes, nothing is taken for a part.
  const whole = { environment, limit: Number.MAX_SAFE_INTEGER, offset: 0 };
  const parse = (json: unknown) => normaliseList(json, whole, kind);
  const page = await performCall({ ...readOf(path, template), query: queryOf(filters), parse }, call);
  if (page.total > page.rows.length) return withoutDoubt(page);
  return { ...withoutDoubt(page), ...paginateLocally(page.rows, { limit, offset }) };
}

/**
 * Reads one page of a list that may or may not come in pages. Where the answer does not say
 * which part it is, one for another offset than 0 is compared with the list's beginning: an
 * API that knows no pages gives the same for both.
 */
export async function readUnboundedPage<Row>(
  context: ReadContext,
  request: PageRequest<Row>,
  call: CallContext,
): Promise<Page<Row>> {
  const page = await readPage(context, request, call);
  if (!page.mayBeWhole || request.offset === 0 || page.rows.length === 0) return withoutDoubt(page);
  const beginning = await readPage(context, { ...request, offset: 0 }, call);
  if (!isDeepStrictEqual(beginning.rows, page.rows)) return withoutDoubt(page);
  return { ...withoutDoubt(page), ...paginateLocally(page.rows, request) };
}

function withoutDoubt<Row>({ mayBeWhole: _, ...page }: ReadPage<Row> & Freshness): Page<Row> {
  return page;
}

/** Waits for a reading; a 404 of the API is thrown as what `told` makes of it. */
export async function mapNotFound<Value>(
  reading: Promise<Value>,
  told: (refusal: AppError) => AppError,
): Promise<Value> {
  try {
    return await reading;
  } catch (error) {
    throw isAppError(error) && error.code === "upstream_refused" && error.upstreamStatus === 404 ? told(error) : error;
  }
}
