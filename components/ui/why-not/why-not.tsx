import Link from "next/link";
import type { Refusal } from "#lib/why-not/why-refused.ts";
import { refusalTexts } from "./texts.ts";

/** The link to the step that changes the reason. */
export function RefusalStep({ refusal: { cause, href } }: { refusal: Refusal }) {
  return (
    <Link href={href} prefetch={false} className="text-accent underline underline-offset-2">
      {refusalTexts[cause].step}
    </Link>
  );
}

interface WhyNotProps {
  refusal: Refusal;
  /** For the button that it explains. */
  id?: string;
  className?: string;
  /** The reason in words of this place. */
  reason?: string;
}

/** Why something may not be done: the one reason, and the step that changes it. */
export function WhyNot({ refusal, id, className, reason }: WhyNotProps) {
  return (
    <p className={className}>
      <span id={id}>{reason ?? refusalTexts[refusal.cause].reason}</span> <RefusalStep refusal={refusal} />
    </p>
  );
}
