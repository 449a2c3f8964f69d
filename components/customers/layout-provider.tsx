"use client";

import { createContext, type ReactNode, use } from "react";
import { usePreferences } from "#components/ui/preferences/preferences.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { type CustomersLayout, ownCustomersLayout } from "#lib/customers/customers-layout.ts";
import { useCustomersView } from "./use-customers-view.ts";

interface LayoutContextValue {
  layout: CustomersLayout;
  /**
   * Where changes of the layout are stored. The person's own layout is stored by the console. The layout of a saved
   * view is in the URL.
   */
  keptIn: "console" | "address";
  setLayout: (layout: CustomersLayout) => void;
}

const LayoutContext = createContext<LayoutContextValue | null>(null);

/**
 * Provides the table's layout and stores changes. If the URL names a view or a layout, changes go into the URL. So a
 * view never replaces the person's own layout, and a link to the view shows everybody the same columns.
 */
export function CustomersLayoutProvider({ environment, children }: { environment: Environment; children: ReactNode }) {
  const { preferences, setPreference } = usePreferences();
  const [view, changeView] = useCustomersView(environment);
  const keptIn = view.layout || view.viewID !== undefined ? "address" : "console";
  const setLayout = (next: CustomersLayout) => {
    if (keptIn === "address") {
      changeView({ layout: next }, "replace");
      return;
    }
    setPreference("columns", [...next.columns]);
    setPreference("density", next.density);
  };
  const layout = view.layout ?? ownCustomersLayout(preferences);
  return <LayoutContext value={{ layout, keptIn, setLayout }}>{children}</LayoutContext>;
}

/** The table's layout, and a function that changes it. */
export function useCustomersLayout(): LayoutContextValue {
  const context = use(LayoutContext);
  if (!context) throw new Error("useCustomersLayout needs a CustomersLayoutProvider above it");
  return context;
}
