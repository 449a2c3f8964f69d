"use client";

import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import { changeOperationsView, operationsViewParams, parseOperationsView } from "#lib/url-state/operations-view.ts";
import { useURLView } from "#lib/url-state/use-url-view.ts";

const codec = { parse: parseOperationsView, change: changeOperationsView, params: operationsViewParams };

export const useOperationsView = (environment: Environment) => useURLView(codec, pages.operations(environment));
