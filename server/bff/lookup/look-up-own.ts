import type { LookupHit } from "#lib/contract/console/lookup.ts";
import { ticketSchema } from "#lib/contract/operations/write-reference.ts";
import { normaliseTag } from "#lib/contract/values/customers/customer-marks.ts";
import { maxLookupLength } from "#lib/contract/values/limits.ts";
import { ticketKeyOf } from "#lib/contract/values/operations/write-references.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import { rankByMatch } from "#server/bff/known/names/rank-names.ts";
import { lookUpRuns } from "./look-up-runs.ts";
import { type LookupRequest, maxHits } from "./part.ts";

const maxTagHits = 3;

/** The console's own data that matches a text. No API call is needed. */
export interface OwnRecord {
  /** A ticket that equals the text, tags that begin with it, and imports and bulk changes that have it as their name. */
  hits: LookupHit[];
  /**
   * Imports and bulk changes whose file or reason contains the text. They are shown after customers whose names contain
   * the text, and before customers whose names are only similar.
   */
  runs: LookupHit[];
  /**
   * Tags that have the text's words at another position, or with a wrong letter in one or two words. These tags are
   * shown last.
   */
  further: LookupHit[];
  /** The person's pinned customers whose names contain the text. */
  pinned: LookupHit[];
  /** All customers that the person has pinned, by `idKey`. */
  pinnedIDs: ReadonlySet<string>;
}

/** Searches tickets, tags, imports, bulk changes and the person's pinned customers for the text. */
export async function lookUpOwn(context: LookupRequest, q: string): Promise<OwnRecord> {
  const { environment, session } = context;
  const { marks } = context.services.store;
  const text = q.slice(0, maxLookupLength);
  const customers = await marks.list({ environment, pinnedBy: session.staff.staffID });
  const named = rankByMatch(customers, text, ({ companyName }) => [companyName]).filter(
    ({ fits }) => fits === "exactly",
  );
  const [tickets, tags, runs] = await Promise.all([
    ticketHits(context, text),
    tagHits(context, text),
    lookUpRuns(context, text),
  ]);
  return {
    hits: [...tickets, ...tags.hits, ...runs.named],
    runs: runs.matching,
    further: tags.further,
    pinned: named.slice(0, maxHits).map(({ item: { customerID, companyName } }) => ({
      kind: "customer",
      id: customerID,
      customerID,
      label: companyName,
      detail: "",
      pinned: true,
    })),
    pinnedIDs: new Set(customers.map(({ customerID }) => idKey(customerID))),
  };
}

async function tagHits({ services, environment }: LookupRequest, text: string) {
  const start = normaliseTag(text);
  if (start === "") return { hits: [], further: [] };
  const ranked = rankByMatch(await services.store.marks.tags(environment), start, ({ tag }) => [tag]);
  const found = ranked.filter(({ fits }) => fits !== "unknown").slice(0, maxTagHits);
  const hitsOf = (isStart: boolean) =>
    found
      .filter(({ item: { tag } }) => tag.startsWith(start) === isStart)
      .map(
        ({ item: { tag, customers } }): LookupHit => ({
          kind: "tag",
          id: tag,
          label: tag,
          detail: "",
          count: customers,
        }),
      );
  return { hits: hitsOf(true), further: hitsOf(false) };
}

/** Possible spellings of a ticket that was typed with a space, without its hyphen, or after the word "ticket". */
function ticketSpellings(text: string): string[] {
  const bare = text.trim().replace(/^(?:ticket\b|#)[\s:]*/i, "");
  const spaced = bare.replace(/\s+/g, "-");
  const spellings = [
    text.trim(),
    bare,
    spaced,
    spaced.replace(/^(\p{L}+)(\d+)$/u, "$1-$2"),
    spaced.replaceAll("-", ""),
  ];
  return [...new Set(spellings)].filter((spelling) => /\d/.test(spelling) || spelling === text.trim());
}

async function ticketHits(context: LookupRequest, text: string): Promise<LookupHit[]> {
  const found = await Promise.all(ticketSpellings(text).map((spelling) => ticketHit(context, spelling)));
  const hits = new Map(found.flatMap((hit) => (hit ? [[ticketKeyOf(hit.id), hit]] : [])));
  return [...hits.values()];
}

async function ticketHit({ services, environment }: LookupRequest, text: string): Promise<LookupHit | undefined> {
  const { data: ticket } = ticketSchema.safeParse(text);
  if (ticket === undefined) return undefined;
  const of = { environment, ticketKey: ticketKeyOf(ticket) };
  const { operations, bulks, imports, planned, notes } = services.store;
  const page = { limit: 1, offset: 0 };
  const [writes, bulk, files, later, written] = await Promise.all([
    operations.list(of, page),
    bulks.list(of, page),
    imports.list(of, page),
    planned.list({ environment, ticket }, { ...page, sort: "createdAt", ascending: false }),
    notes.list(of, page),
  ]);
  const count = writes.total + written.total;
  if (count + bulk.total + files.total + later.total === 0) return undefined;
  const [spelling = ticket] = [
    writes.operations[0],
    bulk.runs[0],
    files.runs[0],
    later.planned[0],
    written.notes[0],
  ].flatMap((one) => one?.ticket ?? []);
  return { kind: "ticket", id: spelling, label: spelling, detail: "", count };
}

/**
 * Combines the API's hits with the console's own data. Pinned customers come first, and each customer appears once.
 * `isSimilar` is true if the names of the found customers are only similar to the text.
 */
export function withOwn(
  { hits, runs, further, pinned, pinnedIDs }: OwnRecord,
  found: readonly LookupHit[],
  isSimilar: boolean,
): LookupHit[] {
  const isPinned = ({ kind, id }: LookupHit) => kind === "customer" && pinnedIDs.has(idKey(id));
  const fresh = found.filter(isPinned).map((hit): LookupHit => ({ ...hit, pinned: true }));
  const known = new Set(fresh.map(({ id }) => idKey(id)));
  return [
    ...hits,
    ...fresh,
    ...pinned.filter(({ id }) => !known.has(idKey(id))),
    ...(isSimilar ? runs : []),
    ...found.filter((hit) => !isPinned(hit)),
    ...(isSimilar ? [] : runs),
    ...further,
  ];
}
