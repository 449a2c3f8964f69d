import Link from "next/link";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import { pages } from "#lib/paths.ts";
import { factsTexts as texts } from "./texts.ts";

interface LastVerifiedProps {
  environment: Environment;
  operation: Operation;
}

/** When the console last verified a change, and who made it. */
export function LastVerified({ environment, operation }: LastVerifiedProps) {
  return (
    <Link
      href={pages.operation(environment, operation.operationID)}
      prefetch={false}
      className="text-accent hover:underline"
    >
      <Timestamp value={operation.confirmedAt ?? ""} detail="minute" />, {texts.by} <bdi>{operation.actor.email}</bdi>
    </Link>
  );
}
