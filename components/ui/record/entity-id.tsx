import Link from "next/link";
import { shortenMiddle } from "#lib/format/format-id.ts";
import { CopyButton } from "./copy-button.tsx";

interface EntityIDProps {
  id: string;
  /** The label of the copy button, such as "Copy customer ID". */
  copyLabel: string;
  /** The URL of the record's page, if there is one. */
  href?: string | undefined;
  /** True if the whole ID is shown. Otherwise the middle of the ID is omitted. */
  whole?: boolean;
}

/** An ID. Shown without its middle unless `whole` is true. The copy button always copies the whole ID. */
export function EntityID({ id, copyLabel, href, whole = false }: EntityIDProps) {
  const look = whole ? "font-mono text-fine wrap-anywhere" : "truncate font-mono text-fine";
  const text = whole ? id : shortenMiddle(id);
  return (
    <span className="inline-flex min-w-0 max-w-full items-center gap-0.5 text-ink-muted">
      {href === undefined ? (
        <span title={id} className={look}>
          {text}
        </span>
      ) : (
        <Link href={href} prefetch={false} title={id} className={`${look} py-1 text-accent hover:underline`}>
          {text}
        </Link>
      )}
      <CopyButton text={id} label={copyLabel} />
    </span>
  );
}
