import { Panel } from "#components/ui/panel/panel.tsx";
import type { OverviewPart } from "#lib/contract/console/overview.ts";
import { panelGrid, panelSpans } from "./panel-places.ts";
import { PanelSkeleton } from "./panel-skeleton.tsx";
import { panelTitles, overviewTexts as texts } from "./texts.ts";

/** The placeholder while the first figures load. */
export function OverviewSkeleton() {
  return (
    <div className="flex flex-col gap-4">
      <h1 className="font-semibold text-display">{texts.title}</h1>
      <div className={panelGrid}>
        {(Object.keys(panelSpans) as OverviewPart[]).map((part) => (
          <Panel key={part} title={panelTitles[part]} isTitleHidden={part === "figures"} className={panelSpans[part]}>
            <PanelSkeleton />
          </Panel>
        ))}
      </div>
    </div>
  );
}
