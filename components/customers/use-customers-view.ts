"use client";

import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import { changeCustomersView, customersViewParams, parseCustomersView } from "#lib/url-state/customers-view.ts";
import { useURLView } from "#lib/url-state/use-url-view.ts";

const codec = { parse: parseCustomersView, change: changeCustomersView, params: customersViewParams };

export const useCustomersView = (environment: Environment) => useURLView(codec, pages.customers(environment));
