import { listTexts as bulkTexts } from "#components/bulk/texts.ts";
import { listTexts as importTexts } from "#components/imports/texts.ts";
import { operationsTexts } from "#components/operations/texts.ts";
import { listTexts as plannedTexts } from "#components/planned/texts.ts";
import { LinkTabs } from "#components/ui/panel/link-tabs.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";

const tabs = {
  operations: { name: operationsTexts.title, href: pages.operations },
  bulk: { name: bulkTexts.title, href: pages.bulks },
  imports: { name: importTexts.title, href: pages.imports },
  planned: { name: plannedTexts.tab, href: pages.planned },
} as const;

/** The tabs for operations, bulk changes, imports and planned changes. */
export function WorkTabs({ environment, current }: { environment: Environment; current: keyof typeof tabs }) {
  return (
    <LinkTabs
      label={operationsTexts.tabs}
      tabs={Object.entries(tabs).map(([key, { name, href }]) => ({
        name,
        href: href(environment),
        isCurrent: key === current,
      }))}
    />
  );
}
