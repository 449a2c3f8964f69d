"use client";

import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import { callsViewParams, changeCallsView, parseCallsView } from "#lib/url-state/calls-view.ts";
import { useURLView } from "#lib/url-state/use-url-view.ts";

const codec = { parse: parseCallsView, change: changeCallsView, params: callsViewParams };

export const useCallsView = (environment: Environment) => useURLView(codec, pages.calls(environment));
