import Link from "next/link";
import { likeBannerTexts as texts } from "#components/customers/create/texts.ts";
import { RotateCcw } from "#components/ui/icon/icons.tsx";
import type { Customer } from "#lib/contract/customers/customer.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";

/** Names the deleted customer whose values are reused. */
export function LikeBanner({ environment, customer }: { environment: Environment; customer: Customer }) {
  return (
    <section aria-label={texts.title} className="flex gap-2.5 rounded-base border border-line bg-surface px-4 py-3">
      <RotateCcw aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-muted" />
      <div className="min-w-0 max-w-[80ch]">
        <p className="font-semibold">{texts.title}</p>
        <p>{texts.why}</p>
        <p>
          <Link
            href={pages.customer(environment, customer.customerID)}
            prefetch={false}
            className="text-accent underline underline-offset-2"
          >
            {texts.open}
          </Link>
        </p>
      </div>
    </section>
  );
}
