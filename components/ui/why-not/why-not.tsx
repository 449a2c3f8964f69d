import Link from "next/link";
import type { Refusal } from "#lib/why-not/why-refused.ts";
import { refusalTexts } from "./texts.ts";

/** A link to the step that makes the action possible. */
export function RefusalStep({ refusal: { cause, href } }: { refusal: Refusal }) {
  return (
    <Link href={href} prefetch={false} className="text-accent underline underline-offset-2">
      {refusalTexts[cause].step}
    </Link>
  );
}

interface WhyNotProps {
  refusal: Refusal;
  /** The ID of this explanation. The button that this explanation belongs to refers to this ID. */
  id?: string;
  className?: string;
  /** A more precise reason for this place on the page. */
  reason?: string;
}

/** Explains why something is not allowed: one reason, and a link to the step that makes it possible. */
export function WhyNot({ refusal, id, className, reason }: WhyNotProps) {
  return (
    <p className={className}>
      <span id={id}>{reason ?? refusalTexts[refusal.cause].reason}</span> <RefusalStep refusal={refusal} />
    </p>
  );
}
