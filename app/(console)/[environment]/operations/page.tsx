import { ListChecks } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { perform } from "#app/bff.ts";
import { OperationsList } from "#components/operations/operations-list.tsx";
import { operationsTexts } from "#components/operations/texts.ts";
import { buttonClass } from "#components/ui/button.tsx";
import { pages } from "#lib/paths.ts";
import { operationsQueryOptions } from "#lib/query/operations.ts";
import { operationsViewParams, parseOperationsView } from "#lib/url-state/operations-view.ts";
import { type EnvironmentParams, environmentOf, requireSession } from "../../require-session.ts";
import { FirstRead } from "../first-read.tsx";
import { toSearchParams } from "../to-search-params.ts";

export const metadata: Metadata = { title: operationsTexts.title };

interface OperationsPageProps {
  params: EnvironmentParams;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function OperationsPage({ params, searchParams }: OperationsPageProps) {
  const environment = environmentOf((await params).environment);
  const view = parseOperationsView(toSearchParams(await searchParams));
  await requireSession(environment, pages.operations(environment, operationsViewParams(view)));
  const reading = operationsQueryOptions(environment, view, (query) =>
    perform("GET /api/:environment/operations", { params: { environment }, query }),
  );
  return (
    // Keyed, so that nothing of one environment stays on the screen of the other.
    <div key={environment} data-wide className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div>
          <h1 className="font-semibold text-display">{operationsTexts.title}</h1>
          <p className="mt-1 text-ink-muted text-table">{operationsTexts.intro}</p>
        </div>
        <Link href={pages.bulks(environment)} prefetch={false} className={buttonClass()}>
          <ListChecks aria-hidden className="size-4 text-ink-muted" />
          {operationsTexts.bulks}
        </Link>
      </div>
      <FirstRead readings={[reading]} fallback={<p role="status">{operationsTexts.loading}</p>}>
        <OperationsList environment={environment} />
      </FirstRead>
    </div>
  );
}
