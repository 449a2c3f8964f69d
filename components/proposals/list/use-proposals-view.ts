"use client";

import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import { changeProposalsView, parseProposalsView, proposalsViewParams } from "#lib/url-state/proposals-view.ts";
import { useURLView } from "#lib/url-state/use-url-view.ts";

const codec = { parse: parseProposalsView, change: changeProposalsView, params: proposalsViewParams };

export const useProposalsView = (environment: Environment) => useURLView(codec, pages.proposals(environment));
