"use client";

import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import { changeJobsView, jobsViewParams, parseJobsView } from "#lib/url-state/jobs-view.ts";
import { useURLView } from "#lib/url-state/use-url-view.ts";

const codec = { parse: parseJobsView, change: changeJobsView, params: jobsViewParams };

export const useJobsView = (environment: Environment) => useURLView(codec, pages.jobs(environment));
