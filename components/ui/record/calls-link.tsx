import Link from "next/link";
import type { ReactNode } from "react";
import { apiCallsTexts as texts } from "#components/ui/status/call-texts.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";

interface CallsLinkProps {
  /** True for a short text. Use it if the context already mentions the API calls. */
  isShort?: boolean;
  environment: Environment;
  /** Selects the calls of one request, or the calls that concern one operation, job or customer. */
  query: { requestID: string } | { id: string };
  /** An icon before the text, for links in menus. */
  icon?: ReactNode;
  className?: string;
}

/** Links to the API calls that concern a record. */
export function CallsLink({
  environment,
  query,
  icon,
  isShort = false,
  className = "text-accent hover:underline",
}: CallsLinkProps) {
  return (
    <Link href={pages.calls(environment, new URLSearchParams(query))} prefetch={false} className={className}>
      {icon}
      {isShort ? texts.show : texts.link}
    </Link>
  );
}
