"use client";

import { createContext, type ReactNode, use, useState } from "react";
import type { Environment } from "#lib/contract/environment.ts";
import { type CustomersLayout, customersLayoutCookieText } from "#lib/customers-layout.ts";
import { useCustomersView } from "./use-customers-view.ts";

interface LayoutContextValue {
  layout: CustomersLayout;
  /** Where it is kept: this browser has the person's own, the address that of a view. */
  keptIn: "browser" | "address";
  setLayout: (layout: CustomersLayout) => void;
}

const LayoutContext = createContext<LayoutContextValue | null>(null);

interface CustomersLayoutProviderProps {
  environment: Environment;
  /** The person's own, as the server read it from the cookie. */
  own: CustomersLayout;
  children: ReactNode;
}

/**
 * Holds how the table is laid out, and remembers changes: in the address where that names a view or a layout,
 * so that a view never replaces the person's own layout and its link shows to everybody the same columns.
 */
export function CustomersLayoutProvider({ environment, own: initial, children }: CustomersLayoutProviderProps) {
  const [own, setOwn] = useState(initial);
  const [view, changeView] = useCustomersView(environment);
  const keptIn = view.layout || view.viewID !== undefined ? "address" : "browser";
  const setLayout = (next: CustomersLayout) => {
    if (keptIn === "address") {
      changeView({ layout: next }, "replace");
      return;
    }
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs a secure context, plain-http hosts have none
    document.cookie = customersLayoutCookieText(next);
    setOwn(next);
  };
  return <LayoutContext value={{ layout: view.layout ?? own, keptIn, setLayout }}>{children}</LayoutContext>;
}

/** How the table is laid out, and the way to change it. */
export function useCustomersLayout(): LayoutContextValue {
  const context = use(LayoutContext);
  if (!context) throw new Error("useCustomersLayout needs a CustomersLayoutProvider above it");
  return context;
}
