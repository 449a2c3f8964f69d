"use client";

import { createContext, type ReactNode, use, useState } from "react";
import { type CustomersLayout, customersLayoutCookieText } from "#lib/browser-storage/customers-layout.ts";

type Context = [CustomersLayout, (layout: CustomersLayout) => void];

const LayoutContext = createContext<Context | null>(null);

/** Holds the table's layout as the server read it from the cookie, and remembers changes there. */
export function CustomersLayoutProvider({ initial, children }: { initial: CustomersLayout; children: ReactNode }) {
  const [layout, setLayout] = useState(initial);
  const change = (next: CustomersLayout) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs a secure context, plain-http hosts have none
    document.cookie = customersLayoutCookieText(next);
    setLayout(next);
  };
  return <LayoutContext value={[layout, change]}>{children}</LayoutContext>;
}

/** How the table is laid out, and the way to change it. */
export function useCustomersLayout(): Context {
  const context = use(LayoutContext);
  if (!context) throw new Error("useCustomersLayout needs a CustomersLayoutProvider above it");
  return context;
}
