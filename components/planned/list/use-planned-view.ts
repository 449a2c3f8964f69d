"use client";

import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import { changePlannedView, parsePlannedView, plannedViewParams } from "#lib/url-state/planned-view.ts";
import { useURLView } from "#lib/url-state/use-url-view.ts";

const codec = { parse: parsePlannedView, change: changePlannedView, params: plannedViewParams };

export const usePlannedView = (environment: Environment) => useURLView(codec, pages.planned(environment));
