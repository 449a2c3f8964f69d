import type { Facets } from "#lib/contract/customers/known-list.ts";
import {
  ageBands,
  elsewhereDays,
  type KnownMember,
  knownStates,
  type ListSortKey,
  maxFacetValues,
  usersBands,
} from "#lib/contract/values/customers/known-filters.ts";
import { maxUsers } from "#lib/contract/values/customers/users-range.ts";
import { dayMs, hourMs } from "#lib/contract/values/time-units.ts";
import { createIDMap } from "#server/bff/known/id-map.ts";
import { folded } from "#server/bff/known/names/fold.ts";
import type { IndexAnswer, IndexFilters, IndexHits, IndexQuery, IndexRow } from "./index-query.ts";
import { NameSearch } from "./name-search.ts";
import { SortedRows } from "./sorted-rows.ts";
import { grown, TextColumn } from "./text-column.ts";
import { WordColumn } from "./word-column.ts";

/** The state of a row. 0: erased. Otherwise the position of the state in `knownStates`, plus one. */
const erased = 0;
const [active, deleted, missing] = [1, 2, 3];

/** The filters that have a facet. A row that fails exactly one filter still counts in the facet of that filter. */
const groups = ["plan", "term", "users", "tag", "pinned", "elsewhere", "age", "state"] as const;
type Group = (typeof groups)[number];
const groupNumber = (group: Group) => groups.indexOf(group) + 1;

/**
 * The results of a row. Passed: all filters match. Failed: several filters fail, or one filter without a facet fails.
 * Otherwise: the number of the only group that fails.
 */
const passed = 0;
const failed = 255;

/**
 * The known customers of one environment in columns, to filter, sort and count them. A customer never changes its row
 * number. All counts are exact.
 */
export class CustomerIndex {
  readonly #rowOf = createIDMap<number>();
  #count = 0;
  readonly #keys = new TextColumn();
  readonly #names = new TextColumn();
  readonly #emails = new TextColumn();
  readonly #plans = new WordColumn("plan");
  readonly #terms = new WordColumn("term");
  #users = new Int32Array(64);
  #created = new Float64Array(64);
  #deletedAt = new Float64Array(64);
  #seenAt = new Float64Array(64);
  #elsewhereAt = new Float64Array(64);
  #states = new Uint8Array(64);
  /** The number of the sweep that last put each row (`beginSweep`). */
  #sweeps = new Uint8Array(64);
  #sweep = 0;
  #results = new Uint8Array(64);
  /** The number of rows that are not erased. `#provided` counts the known values of each member. */
  #alive = 0;
  readonly #provided: Record<KnownMember, number> = { plan: 0, term: 0, usersCount: 0, email: 0, created: 0 };
  readonly #nameSearch: NameSearch;
  readonly #orders: Record<ListSortKey, { rows: SortedRows; isKnown: (row: number) => boolean }>;

  constructor() {
    this.#nameSearch = new NameSearch(this.#names, this.#emails, (row) => this.#isPresent(row));
    const number = (values: () => Float64Array | Int32Array, isKnown: (row: number) => boolean) =>
      this.#order((one, other) => (values()[one] as number) - (values()[other] as number), isKnown);
    const time = (values: () => Float64Array) => number(values, (row) => !Number.isNaN(values()[row]));
    const text = (column: TextColumn | WordColumn) =>
      this.#order((one, other) => column.compare(one, other), column.isKnown);
    this.#orders = {
      companyName: text(this.#names),
      email: text(this.#emails),
      plan: text(this.#plans),
      term: text(this.#terms),
      customerID: text(this.#keys),
      usersCount: number(
        () => this.#users,
        (row) => (this.#users[row] as number) >= 0,
      ),
      created: time(() => this.#created),
      deletedAt: time(() => this.#deletedAt),
      seenAt: time(() => this.#seenAt),
      elsewhereAt: time(() => this.#elsewhereAt),
    };
  }

  /** An order with unknown values last. Equal values are sorted by creation time and then by ID. */
  #order(compare: (one: number, other: number) => number, isKnown: (row: number) => boolean) {
    const withTies = (one: number, other: number): number => {
      const [isOneKnown, isOtherKnown] = [isKnown(one), isKnown(other)];
      if (isOneKnown !== isOtherKnown) return isOneKnown ? -1 : 1;
      return (
        (isOneKnown ? compare(one, other) : 0) || this.#compareCreated(one, other) || this.#keys.compare(one, other)
      );
    };
    return { rows: new SortedRows(withTies, (row) => this.#states[row] !== erased), isKnown };
  }

  #compareCreated(one: number, other: number): number {
    const [created, otherCreated] = [this.#created[one] as number, this.#created[other] as number];
    if (created === otherCreated) return 0;
    if (Number.isNaN(created)) return Number.isNaN(otherCreated) ? 0 : 1;
    return Number.isNaN(otherCreated) || created < otherCreated ? -1 : 1;
  }

  /**
   * Begins a sweep: `put` then receives every stored row, and `endSweep` erases the rows that `put` did not receive.
   */
  beginSweep(): void {
    this.#sweep = (this.#sweep + 1) % 256;
  }

  endSweep(): void {
    for (let row = 0; row < this.#count; row += 1) {
      if (this.#states[row] !== erased && this.#sweeps[row] !== this.#sweep) this.#erase(row);
    }
  }

  /** Sorts by every column in advance, so that no query waits for sorting. */
  sortAll(): void {
    for (const { rows } of Object.values(this.#orders)) rows.rows(this.#count);
  }

  put(customer: IndexRow): void {
    const known = this.#rowOf.get(customer.key);
    const isNew = known === undefined || this.#states[known] === erased;
    const row = known ?? this.#count;
    if (known === undefined) {
      this.#rowOf.set(customer.key, row);
      this.#count += 1;
      if (row >= this.#states.length) this.#grow(row * 2);
    }
    if (isNew) this.#alive += 1;
    const changed = new Set<ListSortKey>();
    if (this.#keys.set(row, customer.key)) changed.add("customerID");
    this.#note("created", row, isNew, customer.created !== undefined);
    if (setTime(this.#created, row, customer.created)) changed.add("created");
    this.#note("email", row, isNew, (customer.email ?? "") !== "");
    const texts = this.#nameSearch.set(row, folded(customer.companyName), folded(customer.email ?? ""));
    if (texts.name) changed.add("companyName");
    if (texts.email) changed.add("email");
    this.#note("plan", row, isNew, (customer.plan ?? "") !== "");
    if (this.#plans.set(row, customer.plan ?? "")) changed.add("plan");
    this.#note("term", row, isNew, (customer.term ?? "") !== "");
    if (this.#terms.set(row, customer.term ?? "")) changed.add("term");
    const users = customer.usersCount === undefined ? -1 : Math.min(customer.usersCount, maxUsers);
    this.#note("usersCount", row, isNew, users >= 0);
    if (this.#users[row] !== users) changed.add("usersCount");
    this.#users[row] = users;
    if (setTime(this.#deletedAt, row, customer.deletedAt)) changed.add("deletedAt");
    if (setTime(this.#seenAt, row, customer.seenAt)) changed.add("seenAt");
    if (setTime(this.#elsewhereAt, row, customer.elsewhereAt)) changed.add("elsewhereAt");
    this.#states[row] = customer.isMissing ? missing : customer.deleted ? deleted : active;
    this.#sweeps[row] = this.#sweep;
    // Every order uses the creation time to break ties, so a changed creation time moves the row in every order.
    const moved = isNew || changed.has("created") ? Object.keys(this.#orders) : [...changed];
    for (const key of moved) this.#orders[key as ListSortKey].rows.move(row);
  }

  /** Removes a customer with all its values. */
  erase(key: string): void {
    const row = this.#rowOf.get(key);
    if (row !== undefined && this.#states[row] !== erased) this.#erase(row);
  }

  #erase(row: number): void {
    for (const member of Object.keys(this.#provided) as KnownMember[]) {
      if (this.#isProvided(member, row)) this.#provided[member] -= 1;
    }
    this.#alive -= 1;
    this.#states[row] = erased;
    this.#nameSearch.set(row, "", "");
    this.#plans.set(row, "");
    this.#terms.set(row, "");
    this.#users[row] = -1;
    for (const { rows } of Object.values(this.#orders)) rows.move(row);
  }

  /** The rows of the page, the exact number of matches and the facets of a query. */
  query({ filters, sort, ascending, limit, offset, nowMs }: IndexQuery): IndexAnswer {
    const counts = this.#filter(filters, nowMs);
    return {
      keys: this.#page(sort, ascending, limit, offset),
      ...counts,
    };
  }

  /** The customers whose name or e-mail address is similar to the text. Sorted by best match, then newest first. */
  find(text: string, limit: number): IndexHits {
    const { rows, ...counts } = this.#nameSearch.find(
      text,
      limit,
      (one, other) => this.#compareCreated(other, one) || this.#keys.compare(one, other),
    );
    return { keys: this.#keysOf(rows), ...counts, isEmpty: this.#alive === 0 };
  }

  /** The number of customers that are not erased. */
  get size(): number {
    return this.#alive;
  }

  /** The size of all columns, in bytes. The map of IDs is not included. */
  get bytes(): number {
    const numbers = [this.#users, this.#created, this.#deletedAt, this.#seenAt, this.#elsewhereAt];
    const small = [this.#states, this.#sweeps, this.#results, this.#plans.codes, this.#terms.codes];
    const orders = Object.values(this.#orders).map(({ rows }) => rows.bytes);
    return (
      [...numbers, ...small].reduce((sum, { byteLength }) => sum + byteLength, 0) +
      orders.reduce((sum, bytes) => sum + bytes, 0) +
      this.#keys.bytes +
      this.#names.bytes +
      this.#emails.bytes +
      this.#nameSearch.bytes
    );
  }

  #keysOf(rows: readonly number[]): string[] {
    return rows.map((row) => this.#keys.get(row));
  }

  #isPresent(row: number): boolean {
    const state = this.#states[row] as number;
    return state === active || state === deleted;
  }

  #isProvided(member: KnownMember, row: number): boolean {
    switch (member) {
      case "plan":
        return this.#plans.isKnown(row);
      case "term":
        return this.#terms.isKnown(row);
      case "email":
        return this.#emails.isKnown(row);
      case "usersCount":
        return (this.#users[row] as number) >= 0;
      case "created":
        return !Number.isNaN(this.#created[row]);
    }
  }

  /** Updates the number of known values of a member. Must be called before the row gets its new value. */
  #note(member: KnownMember, row: number, isNew: boolean, isKnown: boolean): void {
    const wasKnown = !isNew && this.#isProvided(member, row);
    this.#provided[member] += Number(isKnown) - Number(wasKnown);
  }

  #grow(length: number): void {
    this.#users = grown(this.#users, length);
    this.#created = grown(this.#created, length);
    this.#deletedAt = grown(this.#deletedAt, length);
    this.#seenAt = grown(this.#seenAt, length);
    this.#elsewhereAt = grown(this.#elsewhereAt, length);
    this.#states = grown(this.#states, length);
    this.#sweeps = grown(this.#sweeps, length);
    this.#results = new Uint8Array(length);
  }

  /** Marks in one pass which rows match, and counts the matches. */
  #filter(filters: IndexFilters, nowMs: number): Omit<IndexAnswer, "keys"> {
    const count = this.#count;
    const [states, results, users, created] = [this.#states, this.#results, this.#users, this.#created];
    const [seenAt, elsewhereAt] = [this.#seenAt, this.#elsewhereAt];
    const [plans, terms] = [this.#plans, this.#terms];
    const [planOf, termOf] = [Uint32Array.from(plans.groupOf), Uint32Array.from(terms.groupOf)];
    const [planCodes, termCodes] = [plans.codes, terms.codes];
    const wantedPlans = filters.plan && plans.selected(filters.plan);
    const wantedTerms = filters.term && terms.selected(filters.term);
    const wantedStates = new Uint8Array(4);
    for (const state of filters.states) wantedStates[knownStates.indexOf(state) + 1] = 1;
    const tagged = filters.tag && this.#rowsOf(filters.tags.filter(({ tag }) => filters.tag?.includes(tag)));
    const pins = this.#rowsOf([{ keys: filters.pins }]);
    const found = filters.searchTerm === undefined ? undefined : this.#containing(filters.searchTerm);
    const hasWindow = filters.createdFrom !== undefined || filters.createdBefore !== undefined;
    const createdFrom = filters.createdFrom ?? Number.NEGATIVE_INFINITY;
    const createdBefore = filters.createdBefore ?? Number.POSITIVE_INFINITY;
    const hasUsers = filters.usersFrom !== undefined || filters.usersTo !== undefined;
    const [usersFrom, usersTo] = [filters.usersFrom ?? 0, filters.usersTo ?? maxUsers];
    const elsewhereFrom = filters.elsewhereFrom;
    const seenAfter = filters.seenAfter ?? Number.NEGATIVE_INFINITY;
    const seenUntil = filters.seenUntil ?? Number.POSITIVE_INFINITY;
    const planCounts = new Uint32Array(plans.words.length);
    const termCounts = new Uint32Array(terms.words.length);
    const stateCounts = new Uint32Array(4);
    const usersCounts = new Uint32Array(usersBands.length + 1);
    const ageCounts = new Uint32Array(ageBands.length);
    const bandEnds = usersBands.map((band) => ("to" in band ? band.to : maxUsers));
    const ageEnds = ageBands.map((band) => ("to" in band ? band.to * hourMs : Number.POSITIVE_INFINITY));
    const [ofPlan, ofTerm, ofUsers] = [groupNumber("plan"), groupNumber("term"), groupNumber("users")];
    const [ofTag, ofPinned, ofAge] = [groupNumber("tag"), groupNumber("pinned"), groupNumber("age")];
    const [ofElsewhere, ofState] = [groupNumber("elsewhere"), groupNumber("state")];
    const elsewhereStarts = elsewhereDays.map((days) => nowMs - days * dayMs);
    const elsewhereCounts = new Uint32Array(elsewhereDays.length);
    let [total, known, oldest] = [0, 0, Number.POSITIVE_INFINITY];
    for (let row = 0; row < count; row += 1) {
      const state = states[row] as number;
      results[row] = failed;
      if (state === erased) continue;
      const seen = seenAt[row] as number;
      if (state !== missing) {
        known += 1;
        if (seen < oldest) oldest = seen;
      }
      if (hasWindow) {
        const at = created[row] as number;
        if (!(at >= createdFrom && at < createdBefore)) continue;
      }
      if (found !== undefined && found[row] === 0) continue;
      let [failures, group] = [0, passed];
      const planCode = planCodes[row] as number;
      if (wantedPlans !== undefined && wantedPlans[planOf[planCode] as number] === 0) {
        failures += 1;
        group = ofPlan;
      }
      const termCode = termCodes[row] as number;
      if (wantedTerms !== undefined && wantedTerms[termOf[termCode] as number] === 0) {
        failures += 1;
        group = ofTerm;
      }
      const usersOfRow = users[row] as number;
      if (hasUsers && (usersOfRow < usersFrom || usersOfRow > usersTo)) {
        failures += 1;
        group = ofUsers;
      }
      if (tagged !== undefined && tagged[row] === 0) {
        failures += 1;
        group = ofTag;
      }
      if (filters.pinned === true && pins[row] === 0) {
        failures += 1;
        group = ofPinned;
      }
      const changedAt = elsewhereAt[row] as number;
      if (elsewhereFrom !== undefined && !(changedAt >= elsewhereFrom)) {
        failures += 1;
        group = ofElsewhere;
      }
      if (seen <= seenAfter || seen > seenUntil) {
        failures += 1;
        group = ofAge;
      }
      if (wantedStates[state] === 0) {
        failures += 1;
        group = ofState;
      }
      if (failures > 1) continue;
      results[row] = group;
      if (group === passed) total += 1;
      if (group === passed || group === ofPlan) planCounts[planCode] = (planCounts[planCode] as number) + 1;
      if (group === passed || group === ofTerm) termCounts[termCode] = (termCounts[termCode] as number) + 1;
      if (group === passed || group === ofState) stateCounts[state] = (stateCounts[state] as number) + 1;
      if (group === passed || group === ofUsers) {
        let band = 0;
        if (usersOfRow < 0) band = bandEnds.length;
        else while (usersOfRow > (bandEnds[band] as number)) band += 1;
        usersCounts[band] = (usersCounts[band] as number) + 1;
      }
      if (group === passed || group === ofElsewhere) {
        // A change counts for every period that contains it. The longest period is last.
        for (let place = elsewhereStarts.length - 1; changedAt >= (elsewhereStarts[place] as number); place -= 1) {
          elsewhereCounts[place] = (elsewhereCounts[place] as number) + 1;
        }
      }
      if (group === passed || group === ofAge) {
        const age = nowMs - seen;
        let band = 0;
        while (age >= (ageEnds[band] as number)) band += 1;
        ageCounts[band] = (ageCounts[band] as number) + 1;
      }
    }
    const countRows = (keys: readonly string[], of: number) => this.#countRows(keys, of);
    const facets: Facets = {
      plan: valueCounts(plans, planCounts, wantedPlans),
      term: valueCounts(terms, termCounts, wantedTerms),
      tag: filters.tags
        .map(({ tag, keys }) => ({ value: tag, count: countRows(keys, ofTag) }))
        .filter((one) => one.count > 0 || filters.tag?.includes(one.value))
        .toSorted(byCount)
        .slice(0, maxFacetValues),
      state: knownStates.map((value, place) => ({ value, count: stateCounts[place + 1] as number })),
      pinned: countRows(filters.pins, ofPinned),
      users: [
        ...usersBands.map((band, place) => ({ ...band, count: usersCounts[place] as number })),
        { from: null, count: usersCounts[usersBands.length] as number },
      ],
      elsewhere: elsewhereDays.map((days, place) => ({ days, count: elsewhereCounts[place] as number })),
      age: ageBands.map((band, place) => ({ ...band, count: ageCounts[place] as number })),
    };
    return {
      total,
      facets,
      known,
      ...(known > 0 && { oldestSeenAt: oldest }),
      notProvided: this.#notProvided(),
    };
  }

  #notProvided(): KnownMember[] {
    if (this.#alive === 0) return [];
    return (Object.keys(this.#provided) as KnownMember[]).filter((member) => this.#provided[member] === 0);
  }

  /** For each row: 1 if one of the lists includes its customer. */
  #rowsOf(lists: readonly { keys: readonly string[] }[]): Uint8Array {
    const rows = new Uint8Array(this.#count);
    for (const { keys } of lists) {
      for (const key of keys) {
        const row = this.#rowOf.get(key);
        if (row !== undefined) rows[row] = 1;
      }
    }
    return rows;
  }

  /** For each row: 1 if its name, e-mail address or ID contains the text. */
  #containing(text: string): Uint8Array {
    const rows = new Uint8Array(this.#count);
    const note = (row: number) => {
      rows[row] = 1;
    };
    const wanted = folded(text);
    this.#names.forEachContaining(wanted, note);
    this.#emails.forEachContaining(wanted, note);
    this.#keys.forEachContaining(wanted, note);
    this.#keys.forEachContaining(text, note);
    return rows;
  }

  /** The number of customers among `keys` that match all filters. The filter of `group` is ignored. */
  #countRows(keys: readonly string[], group: number): number {
    let count = 0;
    for (const key of keys) {
      const result = this.#results[this.#rowOf.get(key) ?? this.#results.length];
      if (result === passed || result === group) count += 1;
    }
    return count;
  }

  /** The matching customers of one page, in the order of the column. Unknown values come last in both directions. */
  #page(sort: ListSortKey, ascending: boolean, limit: number, offset: number): string[] {
    const { rows: order, isKnown } = this.#orders[sort];
    const rows = order.rows(this.#count);
    const results = this.#results;
    const page: number[] = [];
    let [skip, knownRows] = [offset, rows.length];
    if (!ascending) {
      let [low, high] = [0, rows.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (isKnown(rows[middle] as number)) low = middle + 1;
        else high = middle;
      }
      knownRows = low;
    }
    const take = (row: number): void => {
      if (results[row] !== passed) return;
      if (skip > 0) skip -= 1;
      else page.push(row);
    };
    if (ascending) for (let at = 0; at < rows.length && page.length < limit; at += 1) take(rows[at] as number);
    else {
      for (let at = knownRows - 1; at >= 0 && page.length < limit; at -= 1) take(rows[at] as number);
      for (let at = rows.length - 1; at >= knownRows && page.length < limit; at -= 1) take(rows[at] as number);
    }
    return this.#keysOf(page);
  }
}

function setTime(times: Float64Array, row: number, at: number | undefined): boolean {
  const value = at ?? Number.NaN;
  if (Object.is(times[row], value)) return false;
  times[row] = value;
  return true;
}

const byCount = (one: { count: number; value: string | null }, other: { count: number; value: string | null }) =>
  other.count - one.count || ((one.value ?? "\uffff") < (other.value ?? "\uffff") ? -1 : 1);

/** The count of each value. Different spellings of one value are added up and shown with the most frequent spelling. */
function valueCounts(column: WordColumn, counts: Uint32Array, wanted: Uint8Array | undefined): Facets["plan"] {
  const values = new Map<number, { value: string | null; count: number; most: number }>();
  for (const [code, word] of column.words.entries()) {
    const [group, count] = [column.groupOf[code] as number, counts[code] as number];
    if (count === 0 && wanted?.[group] !== 1) continue;
    const before = values.get(group);
    const isUsual = before === undefined || count > before.most;
    values.set(group, {
      value: isUsual ? (code === 0 ? null : word) : before.value,
      count: (before?.count ?? 0) + count,
      most: Math.max(count, before?.most ?? 0),
    });
  }
  return [...values.values()]
    .map(({ value, count }) => ({ value, count }))
    .toSorted(byCount)
    .slice(0, maxFacetValues);
}
