"use client";

import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import { type CreationView, creationViewParams, parseCreationView } from "#lib/url-state/creation-view.ts";
import { useURLView } from "#lib/url-state/use-url-view.ts";

const codec = {
  parse: parseCreationView,
  change: (view: CreationView, changes: Partial<CreationView>): CreationView => ({ ...view, ...changes }),
  params: creationViewParams,
};

/** Which step of a creation is shown. */
export const useCreationView = (environment: Environment) => useURLView(codec, pages.newCustomer(environment));
