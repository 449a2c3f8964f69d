import type { Environment } from "#lib/contract/environment.ts";
import { describeValue } from "#server/api-client/transport/describe-body.ts";
import { upstreamErrors } from "#server/api-client/transport/upstream-errors.ts";
import { isRecord, type Json, type Members, membersOf, pickMember, toArray, toCount, toRecord } from "./members.ts";

/** The requested page: it fills in what an envelope leaves out. */
export interface RequestedPage {
  environment: Environment;
  limit: number;
  offset: number;
}

/** What a page of any list says beside its rows. */
export interface PageFacts {
  /** How many match over all pages; where the API does not tell it, enough to ask for the next page. */
  total: number;
  limit: number;
  offset: number;
  /** The API gave the whole list, and this page was cut out of it here. */
  pagedLocally?: true;
  /** What the envelope holds beside rows, total, limit and offset, unchanged. */
  envelope?: Record<string, unknown>;
}

/** A page, and whether it may be another than the requested one. */
export interface ReadPage<Row> extends PageFacts {
  rows: Row[];
  /**
   * True where nothing in the answer shows that it is a part of the list: an API that knows no pages
   * gives the same for every offset.
   */
  mayBeWhole: boolean;
}

/** What a list is of. */
export interface RowReader<Row> {
  /** The collection's name in the envelope (specification, section 2), in lower case. */
  collection: string;
  /** Throws `upstream_malformed`; `position` is the row's place in the answer, counted from 1. */
  normalise(row: unknown, environment: Environment, position: number): Row;
}

const collections = ["items", "data", "results", "records", "content", "entries", "rows"];
const totals = ["total", "totalcount", "totalitems", "totalresults"];
const limits = ["limit", "pagesize", "perpage"];
const offsets = ["offset", "skip", "start"];

/** An envelope's parts, in whichever spelling; undefined where it holds no collection. */
interface Envelope {
  rows: unknown[];
  total: number | undefined;
  limit: number | undefined;
  offset: number | undefined;
  /** What is left when rows and those of `said` are taken out. */
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
    // A count no greater than the page may be the page's own.
    total: count(totals) ?? (counted !== undefined && counted > rows.length ? counted : undefined),
    limit: count(limits) || undefined,
    offset: count(offsets),
    rest: (said) => restOf(json, said),
  };
}

/**
 * The total where the API tells none: exact when the page is not full; otherwise one more than what
 * is known to exist, so that the next page can be requested.
 */
function minTotal(rows: number, limit: number, offset: number): number {
  return rows < limit ? offset + rows : offset + rows + 1;
}

/** The requested page, cut from a whole list. */
export function paginateLocally<Row>(all: readonly Row[], { limit, offset }: Pick<RequestedPage, "limit" | "offset">) {
  return { rows: all.slice(offset, offset + limit), total: all.length, limit, offset, pagedLocally: true } as const;
}

/**
 * A page out of a list envelope (specification, section 2) or whatever an API gives in its place:
 * the collection under its own name, `items`, `data`, `results` and the like, all of it wrapped in
 * `data`, numbers as text or under `pagination`, without `limit`, `offset` or `total`, or a bare
 * array. More rows than requested, without a limit and an offset, are the whole
 * list, and their page is cut out here. Anything else is `upstream_malformed`.
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
      : // A total smaller than what is already here is wrong by itself.
        Math.max(opened.total, rows.length > 0 ? offset + rows.length : 0);
  const isPart = opened.total !== undefined && opened.total > offset + rows.length;
  return withRest({ rows, total, limit, offset, mayBeWhole: !isPlaced && !isPart });
}

function bareArray(rows: unknown[]): Envelope {
  return { rows, total: undefined, limit: undefined, offset: undefined, rest: () => ({}) };
}
