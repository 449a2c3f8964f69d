import { may } from "#lib/contract/access/permissions.ts";
import type { LookupHit } from "#lib/contract/console/lookup.ts";
import { bulkView } from "#server/bff/bulk/bulk-view.ts";
import { importView } from "#server/bff/imports/import-view.ts";
import { folded } from "#server/bff/known/names/fold.ts";
import { rankByMatch } from "#server/bff/known/names/rank-names.ts";
import type { RunNames } from "#server/bff/store/lookup/run-names.ts";
import type { LookupRequest } from "./part.ts";

/** How many of the newest imports, and of the newest bulk changes, are compared with the text. */
const maxCompared = 500;

/** The maximum number of imports, and of bulk changes, that are found by their names. */
const maxRunHits = 3;

/** A bulk change as a hit. Undefined if there is no bulk change with this ID. */
export async function bulkHit(
  { services: { store }, environment }: Pick<LookupRequest, "services" | "environment">,
  id: string,
): Promise<LookupHit | undefined> {
  const found = await store.bulks.find(environment, id);
  if (!found) return undefined;
  const { actor, note, source, state, counts, at, createdAt } = await bulkView(store, found);
  return {
    kind: "bulk",
    id,
    label: note ?? (source.kind === "file" ? source.fileName : id),
    detail: actor.name ?? actor.email,
    bulk: { state, counts, ...(at && { at }) },
    createdAt,
  };
}

/** An import as a hit. Undefined if there is no import with this ID, or if the person may not see imports. */
export async function importHit(
  { services: { store }, environment, session }: LookupRequest,
  id: string,
): Promise<LookupHit | undefined> {
  if (!may(session.staff.role, "imports.run")) return undefined;
  const found = await store.imports.find(environment, id);
  if (!found) return undefined;
  const { actor, fileName, state, counts, createdAt } = await importView(store, found);
  return {
    kind: "import",
    id,
    label: fileName,
    detail: actor.name ?? actor.email,
    import: { state, counts },
    createdAt,
  };
}

/** Imports and bulk changes whose file or reason matches a text. No API call is needed. */
export interface FoundRuns {
  /** Their file has exactly the text as its name, or their reason is exactly the text. */
  named: LookupHit[];
  /** A part of the name or of the reason is the text. */
  matching: LookupHit[];
}

/**
 * Finds the newest imports by the name of their file, and the newest bulk changes by their reason or the name of their
 * file.
 */
export async function lookUpRuns(context: LookupRequest, text: string): Promise<FoundRuns> {
  const { services, environment, session } = context;
  const { runNames } = services.store;
  const [imports, bulks] = await Promise.all([
    may(session.staff.role, "imports.run") ? runNames.ofImports(environment, maxCompared) : [],
    runNames.ofBulks(environment, maxCompared),
  ]);
  const matchesOf = (runs: readonly RunNames[]) =>
    rankByMatch(runs, text, ({ names }) => names)
      .filter(({ fits }) => fits === "exactly")
      .slice(0, maxRunHits)
      .map(({ item }) => item);
  const found = [
    ...matchesOf(imports).map((run) => ({ run, hit: importHit(context, run.id) })),
    ...matchesOf(bulks).map((run) => ({ run, hit: bulkHit(context, run.id) })),
  ];
  const typed = folded(text);
  const hits = await Promise.all(
    found.map(async ({ run, hit }) => ({ isNamed: run.names.some((name) => folded(name) === typed), hit: await hit })),
  );
  const those = (isWanted: boolean) => hits.flatMap(({ isNamed, hit }) => (isNamed === isWanted && hit ? [hit] : []));
  return { named: those(true), matching: those(false) };
}
