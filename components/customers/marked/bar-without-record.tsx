"use client";

import { CustomersToolbar } from "#components/customers/list/toolbar.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { MarkedBar } from "./marked-bar.tsx";
import { MarkedMenu } from "./marked-menu.tsx";

interface BarWithoutRecordProps {
  environment: Environment;
  /** True while the page shows the person's pinned customers, or those with a tag. */
  isMarked: boolean;
}

/** The bar of a console that keeps no record of known customers. */
export function BarWithoutRecord({ environment, isMarked }: BarWithoutRecordProps) {
  const menu = <MarkedMenu environment={environment} />;
  return isMarked ? (
    <MarkedBar environment={environment}>{menu}</MarkedBar>
  ) : (
    <CustomersToolbar environment={environment}>{menu}</CustomersToolbar>
  );
}
