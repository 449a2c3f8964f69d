"use client";

import { usePathname } from "next/navigation";
import { changePageView, pageViewParams, parsePageView } from "#lib/url-state/page-view.ts";
import { useURLView } from "#lib/url-state/use-url-view.ts";

const codec = { parse: parsePageView, change: changePageView, params: pageViewParams };

/** Which page of a list is shown. */
export const usePageView = () => useURLView(codec, usePathname());
