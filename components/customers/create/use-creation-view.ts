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

/** The step of the creation that the URL names, and a function that changes it. */
export const useCreationView = (environment: Environment) => useURLView(codec, pages.newCustomer(environment));
