import Link from "next/link";
import type { Refusal } from "#lib/why-not/why-refused.ts";
import { refusalTexts } from "./texts.ts";

/** The link to the step after which the action is allowed. */
export function RefusalStep({ refusal: { cause, href } }: { refusal: Refusal }) {
  return (
    <Link href={href} prefetch={false} className="text-accent underline underline-offset-2">
      {refusalTexts[cause].step}
    </Link>
  );
}

interface WhyNotProps {
  refusal: Refusal;
  /** The ID that the explained button refers to. */
  id?: string;
  className?: string;
  /** A more precise reason, for the place where it is shown. */
  reason?: string;
}

/** Explains why something is not allowed: one reason, and a link to the step that changes it. */
export function WhyNot({ refusal, id, className, reason }: WhyNotProps) {
  return (
    <p className={className}>
      <span id={id}>{reason ?? refusalTexts[refusal.cause].reason}</span> <RefusalStep refusal={refusal} />
    </p>
  );
}
