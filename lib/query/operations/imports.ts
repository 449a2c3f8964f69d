import { queryOptions } from "@tanstack/react-query";
import type { Environment } from "#lib/contract/environment.ts";
import type { ChangeImportRows, MapImport, StartImport } from "#lib/contract/operations/import-requests.ts";
import type { Import, ImportColumns, ImportList, ImportRows, SavedMappings } from "#lib/contract/operations/imports.ts";
import type { ResumeRun } from "#lib/contract/operations/run.ts";
import { api } from "#lib/paths.ts";
import { type PolledState, pageReading, whileAllowed } from "#lib/query/page-reading.ts";
import { fetchJson, sendFile, sendJson, writeJson } from "#lib/requests/fetch-json.ts";
import { type ImportView, importRowsQuery } from "#lib/url-state/import-view.ts";
import { type PageView, pageViewParams } from "#lib/url-state/page-view.ts";
import { isKnown, readRunAgainMs, readRunsAgainMs } from "./run-polling.ts";

/** The prefix of all query keys about one import. */
export const importKey = (environment: Environment, importID: string) => [environment, "import", importID] as const;

/** An import with one page of its rows. Polled while its state or its rows can change. */
export function importQueryOptions(
  environment: Environment,
  importID: string,
  view: ImportView,
  read: (query: URLSearchParams, signal: AbortSignal, quiet: boolean) => Promise<ImportRows> = (query, signal, quiet) =>
    fetchJson<ImportRows>(
      api.importRows(environment, importID, query),
      { import: "object", rows: "array", total: "number" },
      { signal, quiet },
    ),
) {
  return queryOptions({
    queryKey: [...importKey(environment, importID), "rows", view],
    meta: pageReading,
    queryFn: ({ signal, client, queryKey }) => read(importRowsQuery(view), signal, isKnown(client, queryKey)),
    staleTime: 1_000,
    refetchInterval: whileAllowed<PolledState<ImportRows>>(({ state: { data } }) =>
      data
        ? readRunAgainMs(data.import.state, {
            underWay: data.import.counts.waiting,
            unknown: data.import.counts.unknown,
          })
        : false,
    ),
  });
}

/** The data that a person needs to map the columns of a file. */
export function importColumnsQueryOptions(environment: Environment, { importID, encoding, delimiter }: Import) {
  return queryOptions({
    // Other encodings or delimiters give other columns, so the key contains the settings.
    queryKey: [...importKey(environment, importID), "columns", encoding, delimiter],
    queryFn: ({ signal }) =>
      fetchJson<ImportColumns>(
        api.importColumns(environment, importID),
        { columns: "array", rows: "array" },
        { signal },
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** A page of an environment's imports, newest first. */
export function importListQueryOptions(
  environment: Environment,
  view: PageView,
  read: (query: URLSearchParams, signal: AbortSignal, quiet: boolean) => Promise<ImportList> = (query, signal, quiet) =>
    fetchJson<ImportList>(api.imports(environment, query), { imports: "array", total: "number" }, { signal, quiet }),
) {
  return queryOptions({
    queryKey: [environment, "imports", view],
    meta: pageReading,
    queryFn: ({ signal, client, queryKey }) => read(pageViewParams(view), signal, isKnown(client, queryKey)),
    staleTime: 5_000,
    refetchInterval: whileAllowed<PolledState<ImportList>>((query) => readRunsAgainMs(query.state.data?.imports)),
  });
}

/** Uploads a file. The console reads and stores the file; nothing is sent to the API. */
export async function uploadImport(
  environment: Environment,
  file: Blob,
  given: { fileName: string; encoding: string; ticket?: string; reason?: string },
): Promise<Import> {
  const path = api.imports(environment, new URLSearchParams(given));
  return (await sendFile<{ import: Import }>(path, { import: "object" }, file)).import;
}

interface StepBodies {
  map: MapImport;
  check: undefined;
  start: StartImport;
  pause: undefined;
  resume: ResumeRun;
  cancel: undefined;
}

/** Sends a person's action on an import, such as mapping, starting or pausing. */
export async function stepImport<Step extends keyof StepBodies>(
  environment: Environment,
  importID: string,
  step: Step,
  body?: StepBodies[Step],
): Promise<Import> {
  const path = api.importStep(environment, importID, step);
  return (await writeJson<{ import: Import }>("POST", path, { import: "object" }, body)).import;
}

/** Sends corrected cells and decisions about rows. */
export function changeImportRows(
  environment: Environment,
  importID: string,
  change: Partial<ChangeImportRows>,
): Promise<ImportRows> {
  const path = api.importRows(environment, importID);
  return writeJson<ImportRows>("POST", path, { import: "object", rows: "array" }, change);
}

/** The column mappings that people have saved. */
export function savedMappingsQueryOptions(environment: Environment) {
  return queryOptions({
    queryKey: [environment, "import mappings"],
    queryFn: ({ signal }) =>
      fetchJson<SavedMappings>(api.importMappings(environment), { mappings: "array" }, { signal }),
    staleTime: 0,
  });
}

/** Removes a saved mapping. Imports that used the mapping keep their own copy. */
export async function removeSavedMapping(environment: Environment, mappingID: string): Promise<void> {
  await sendJson("DELETE", api.importMapping(environment, mappingID));
}
