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

/** The context of the client's reads. */
export interface ReadContext {
  environment: Environment;
  performCall: PerformCall;
}

/** The requested part of a list: `limit` rows, starting with the row at the index `offset`. */
export interface PageQuery {
  /** The number of rows, 1 to 100. */
  limit: number;
  offset: number;
}

/** The list to read, and the requested page. */
interface PageRequest<Row> extends PageQuery {
  /** The path of the list, below the prefix of the environment. */
  path: string;
  template?: string;
  /** The query parameters except `limit` and `offset`. Undefined and empty values are omitted. */
  filters?: Readonly<Record<string, string | undefined>>;
  kind: RowReader<Row>;
  /** True if no caller changes the rows. The rows of an unchanged answer are then parsed only once. */
  sharesRows?: boolean;
}

type Page<Row> = PageFacts & Freshness & { rows: Row[] };

/** Texts that need no escaping in a query. */
const plainText = /^[\w.*-]+$/;

/**
 * Writes a query as `URLSearchParams` does. Undefined and empty values are omitted. Faster than `URLSearchParams`,
 * because most queries need no escaping.
 */
export function queryOf(members: Readonly<Record<string, string | undefined>>): string {
  const parts: string[] = [];
  for (const name in members) {
    const value = members[name];
    if (!value) continue;
    if (!plainText.test(value) || !plainText.test(name)) return escapedQuery(members);
    parts.push(`${name}=${value}`);
  }
  // `join` creates one flat string. A string built with `+` would also keep all its parts in memory, as long as the
  // recorded call keeps the query.
  return parts.join("&");
}

function escapedQuery(members: Readonly<Record<string, string | undefined>>): string {
  const presentMembers = Object.entries(members).filter((entry): entry is [string, string] => !!entry[1]);
  return new URLSearchParams(presentMembers).toString();
}

const readOf = (path: string, template: string | undefined) =>
  ({ method: "GET", path, ...(template === undefined ? {} : { template }) }) as const;

/** Reads one page of a paginated list (specification, section 2). */
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

/** Reads a list without `limit` and `offset`, and cuts the requested page from it. */
export async function readWholeList<Row>(
  { environment, performCall }: ReadContext,
  { path, template, limit, offset, filters = {}, kind }: PageRequest<Row>,
  call: CallContext,
): Promise<Page<Row>> {
  // Without a page limit, every answer counts as the complete list.
  const whole = { environment, limit: Number.MAX_SAFE_INTEGER, offset: 0 };
  const parse = (json: unknown) => normaliseList(json, whole, kind);
  const page = await performCall({ ...readOf(path, template), query: queryOf(filters), parse }, call);
  if (page.total > page.rows.length) return withoutDoubt(page);
  return { ...withoutDoubt(page), ...paginateLocally(page.rows, { limit, offset }) };
}

/**
 * Reads one page of a list that may or may not be paginated. Some answers do not show which page they are. If the
 * offset is not 0, such an answer is compared with the first page, because an API without pagination returns the same
 * rows for both requests.
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

/** Waits for a read. If the API answers 404, throws the error that `toError` returns. */
export async function mapNotFound<Value>(
  reading: Promise<Value>,
  toError: (refusal: AppError) => AppError,
): Promise<Value> {
  try {
    return await reading;
  } catch (error) {
    throw isAppError(error) && error.code === "upstream_refused" && error.upstreamStatus === 404
      ? toError(error)
      : error;
  }
}
