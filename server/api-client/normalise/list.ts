import type { Environment } from "#lib/contract/environment.ts";
import { describeValue } from "#server/api-client/transport/describe-body.ts";
import { upstreamErrors } from "#server/api-client/transport/upstream-errors.ts";
import type { Expected } from "./expected.ts";
import { isRecord, type Json, type Members, membersOf, pickMember, toArray, toCount, toRecord } from "./members.ts";

/** The requested page. Its `limit` and `offset` are used if the envelope lacks them. */
export interface RequestedPage {
  environment: Environment;
  limit: number;
  offset: number;
}

/** A list page without its rows. */
export interface PageFacts {
  /**
   * The number of matches on all pages. If the API does not provide a total, this is an estimate. It is large enough
   * for requesting the next page.
   */
  total: number;
  limit: number;
  offset: number;
  /** True if the API returned the complete list and the client has cut this page from it. */
  pagedLocally?: true;
  /** The members of the envelope that the console has not read, unchanged. */
  envelope?: Record<string, unknown>;
}

/** A page. It may turn out to be the complete list and not the requested page. */
export interface ReadPage<Row> extends PageFacts {
  rows: Row[];
  /**
   * True if the answer does not show that it is only a part of the list. An API without pagination returns the same
   * rows for every offset.
   */
  mayBeWhole: boolean;
}

/** How to read the rows of a list. */
export interface RowReader<Row> {
  /** The name of the collection in the envelope (specification, section 2), in lower case. */
  collection: string;
  /** Reads one row. `position` is its position in the answer, from 1. Throws `upstream_malformed`. */
  normalise(row: unknown, environment: Environment, position: number): Row;
  /** The row that the page "API behaviour" expects. */
  expected: Expected;
}

const collections = ["items", "data", "results", "records", "content", "entries", "rows"];
const totals = ["total", "totalcount", "totalitems", "totalresults"];
const limits = ["limit", "pagesize", "perpage"];
const offsets = ["offset", "skip", "start"];

/** The parts of an envelope in any spelling. */
interface Envelope {
  rows: unknown[];
  total: number | undefined;
  limit: number | undefined;
  offset: number | undefined;
  /** The envelope without its rows, and without the members whose values equal those in `said`. */
  rest(said: Readonly<Record<string, number>>): Json;
}

function openEnvelope(json: Json, collection: string): Envelope | undefined {
  const names = [collection, ...collections];
  const outer = membersOf(json);
  const direct = pickMember(outer, names, toArray);
  const wrapper = direct === undefined ? pickMember(outer, ["data", "result"], toRecord) : undefined;
  const members = wrapper ? membersOf(wrapper) : outer;
  const rows = direct ?? pickMember(members, names, toArray);
  if (rows === undefined) return undefined;
  const paging = pickMember(members, ["pagination", "paging", "page", "meta"], toRecord);
  const places: Members[] = [members, paging === undefined ? new Map() : membersOf(paging), outer];
  const count = (wanted: readonly string[]) =>
    places.map((place) => pickMember(place, wanted, toCount)).find((value) => value !== undefined);

  const restOf = (record: Json, said: Readonly<Record<string, number>>): Json => {
    const left = Object.entries(record).filter(
      ([name, value]) => value !== rows && !(Object.hasOwn(said, name) && toCount(value) === said[name]),
    );
    return Object.fromEntries(
      left.map(([name, value]) => [name, value === wrapper && wrapper ? restOf(wrapper, said) : value]),
    );
  };
  const counted = count(["count"]);
  return {
    rows,
    // A count that is not higher than the number of rows may be the count of this page only, so it is ignored.
    total: count(totals) ?? (counted !== undefined && counted > rows.length ? counted : undefined),
    limit: count(limits) || undefined,
    offset: count(offsets),
    rest: (said) => restOf(json, said),
  };
}

/**
 * The total if the API does not provide one. It is exact if the page is not full. Otherwise it is one more than the
 * known rows, so that the next page can be requested.
 */
function minTotal(rows: number, limit: number, offset: number): number {
  return rows < limit ? offset + rows : offset + rows + 1;
}

/** Cuts the requested page from a complete list. */
export function paginateLocally<Row>(all: readonly Row[], { limit, offset }: Pick<RequestedPage, "limit" | "offset">) {
  return { rows: all.slice(offset, offset + limit), total: all.length, limit, offset, pagedLocally: true } as const;
}

/**
 * Reads a page from a list envelope (specification, section 2). Throws `upstream_malformed` if this is not possible.
 * Some APIs return variants, which are accepted too:
 * - the collection under its own name, or as `items`, `data`, `results` and similar names
 * - the complete envelope inside `data`
 * - numbers as text, or inside `pagination`
 * - a missing `limit`, `offset` or `total`
 * - an array without an envelope
 *
 * If the answer has more rows than requested, and neither a limit nor an offset, it counts as the complete list. The
 * requested page is then cut from it.
 */
export function normaliseList<Row>(json: unknown, asked: RequestedPage, kind: RowReader<Row>): ReadPage<Row> {
  const { environment } = asked;
  const normalise = (rows: unknown[]) => rows.map((row, index) => kind.normalise(row, environment, index + 1));
  if (!isRecord(json) && !Array.isArray(json)) {
    throw upstreamErrors.malformed(environment, `${describeValue(json)} in place of a list`);
  }
  const opened = Array.isArray(json) ? bareArray(json) : openEnvelope(json, kind.collection);
  if (opened === undefined) throw upstreamErrors.malformed(environment, `a list without ${kind.collection}`);
  const rows = normalise(opened.rows);
  const isPlaced = opened.limit !== undefined || opened.offset !== undefined;
  const withRest = <Page extends PageFacts>(page: Page): Page => {
    const envelope = opened.rest({ total: page.total, limit: page.limit, offset: page.offset });
    return Object.keys(envelope).length === 0 ? page : { ...page, envelope };
  };
  if (!isPlaced && rows.length > asked.limit) return withRest({ ...paginateLocally(rows, asked), mayBeWhole: false });

  const { limit = asked.limit, offset = asked.offset } = opened;
  const total =
    opened.total === undefined
      ? minTotal(rows.length, limit, offset)
      : // A total below the number of known rows is wrong, so it is raised.
        Math.max(opened.total, rows.length > 0 ? offset + rows.length : 0);
  const isPart = opened.total !== undefined && opened.total > offset + rows.length;
  return withRest({ rows, total, limit, offset, mayBeWhole: !isPlaced && !isPart });
}

function bareArray(rows: unknown[]): Envelope {
  return { rows, total: undefined, limit: undefined, offset: undefined, rest: () => ({}) };
}
