import type { Environment } from "#lib/contract/environment.ts";
import { describeValue } from "#server/api-client/transport/describe-body.ts";
import { upstreamErrors } from "#server/api-client/transport/upstream-errors.ts";
import type { Expected } from "./expected.ts";
import { isRecord, type Json, type Members, membersOf, pickMember, toArray, toCount, toRecord } from "./members.ts";

/** The requested page. It supplies the values that an envelope lacks. */
export interface RequestedPage {
  environment: Environment;
  limit: number;
  offset: number;
}

/** The data of a list page in addition to its rows. */
export interface PageFacts {
  /**
   * The number of matches over all pages. If the API does not provide it, a number large enough for requesting the next
   * page.
   */
  total: number;
  limit: number;
  offset: number;
  /** True if the API returned the whole list, and this page was cut from it here. */
  pagedLocally?: true;
  /** The other members of the envelope, unchanged. */
  envelope?: Record<string, unknown>;
}

/** A page, and whether it may be the whole list instead of the requested page. */
export interface ReadPage<Row> extends PageFacts {
  rows: Row[];
  /**
   * True if the answer does not show that it is a part of the list: an API without pagination returns the same rows for
   * every offset.
   */
  mayBeWhole: boolean;
}

/** How to read the rows of a list. */
export interface RowReader<Row> {
  /** The collection's name in the envelope (specification, section 2), in lower case. */
  collection: string;
  /** Reads one row. `position` is the row's place in the answer, counted from 1. Throws `upstream_malformed`. */
  normalise(row: unknown, environment: Environment, position: number): Row;
  /** What the page "API behaviour" expects of a row. */
  expected: Expected;
}

const collections = ["items", "data", "results", "records", "content", "entries", "rows"];
const totals = ["total", "totalcount", "totalitems", "totalresults"];
const limits = ["limit", "pagesize", "perpage"];
const offsets = ["offset", "skip", "start"];

/** The parts of an envelope in any spelling. Undefined if it contains no collection. */
interface Envelope {
  rows: unknown[];
  total: number | undefined;
  limit: number | undefined;
  offset: number | undefined;
  /** The remaining members, without the rows and the members in `said`. */
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
    // A count that does not exceed the number of rows may be the count of this page.
    total: count(totals) ?? (counted !== undefined && counted > rows.length ? counted : undefined),
    limit: count(limits) || undefined,
    offset: count(offsets),
    rest: (said) => restOf(json, said),
  };
}

/**
 * The total if the API provides none: exact if the page is not full. Otherwise one more than the known rows, so that
 * the next page can be requested.
 */
function minTotal(rows: number, limit: number, offset: number): number {
  return rows < limit ? offset + rows : offset + rows + 1;
}

/** The requested page of a whole list. */
export function paginateLocally<Row>(all: readonly Row[], { limit, offset }: Pick<RequestedPage, "limit" | "offset">) {
  return { rows: all.slice(offset, offset + limit), total: all.length, limit, offset, pagedLocally: true } as const;
}

/**
 * Reads a page from a list envelope (specification, section 2) or from the variants that APIs return: the collection
 * under its own name, `items`, `data`, `results` and similar, everything wrapped in `data`, numbers as text or under
 * `pagination`, missing `limit`, `offset` or `total`, or a bare array. If an answer has more rows than requested, and
 * neither a limit nor an offset, it is the whole list, which is paginated here. Throws `upstream_malformed` for
 * anything else.
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
      : // A total that is smaller than the number of known rows is wrong.
        Math.max(opened.total, rows.length > 0 ? offset + rows.length : 0);
  const isPart = opened.total !== undefined && opened.total > offset + rows.length;
  return withRest({ rows, total, limit, offset, mayBeWhole: !isPlaced && !isPart });
}

function bareArray(rows: unknown[]): Envelope {
  return { rows, total: undefined, limit: undefined, offset: undefined, rest: () => ({}) };
}
