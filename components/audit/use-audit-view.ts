"use client";

import { pages } from "#lib/paths.ts";
import { auditViewParams, changeAuditView, parseAuditView } from "#lib/url-state/audit-view.ts";
import { useURLView } from "#lib/url-state/use-url-view.ts";

const codec = { parse: parseAuditView, change: changeAuditView, params: auditViewParams };

export const useAuditView = () => useURLView(codec, pages.audit());
