"use client";

import { usePathname } from "next/navigation";
import { changePageView, pageViewParams, parsePageView } from "#lib/url-state/page-view.ts";
import { useURLView } from "#lib/url-state/use-url-view.ts";

const codec = { parse: parsePageView, change: changePageView, params: pageViewParams };

/** The page of a list that the URL names, and a function that changes it. */
export const usePageView = () => useURLView(codec, usePathname());
