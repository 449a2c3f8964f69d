import { bulkStatusWords } from "#components/ui/status/bulk-status.tsx";
import { importStatusWords } from "#components/ui/status/import-status.tsx";
import { bulkTitle } from "./bulk-title.ts";
import type { TrayRun } from "./tray-runs.ts";
import { trayTexts as texts } from "./tray-texts.ts";

/** The title and the state of a bulk change or an import, in words. */
export function wordsOfRun({ of }: Pick<TrayRun, "of">): { title: string; status: string } {
  if ("bulk" in of) return { title: bulkTitle(of.bulk), status: bulkStatusWords(of.bulk) };
  return { title: texts.import(of.found.fileName), status: importStatusWords(of.found) };
}
