"use client";

import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import { changeImportView, importViewParams, parseImportView } from "#lib/url-state/import-view.ts";
import { useURLView } from "#lib/url-state/use-url-view.ts";

const codec = { parse: parseImportView, change: changeImportView, params: importViewParams };

/** The filter and the page of an import's rows, stored in the URL. */
export const useImportView = (environment: Environment, importID: string) =>
  useURLView(codec, pages.import(environment, importID));
