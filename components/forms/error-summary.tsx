"use client";

import Link from "next/link";
import { type ReactNode, useEffect, useRef } from "react";
import { CircleAlert } from "#components/ui/icon/icons.tsx";

export interface FormError {
  /** The ID of the input that the message concerns. Absent if the message concerns the whole form. */
  inputID?: string;
  message: string;
  /** A link to the page where the error can be resolved. */
  step?: { href: string; label: string };
}

/** Removes the last sentence of a message if it repeats the title. */
const withoutTitle = (message: string, title: string) =>
  message.endsWith(` ${title}.`) ? message.slice(0, -` ${title}.`.length) : message;

interface ErrorSummaryProps {
  title: string;
  errors: readonly FormError[];
  /** The number of failed attempts. Each new failure moves the focus to the summary. */
  attempt: number;
  children?: ReactNode;
}

/** The errors of a form, shown above the form. The summary gets the focus, and each message links to its field. */
export function ErrorSummary({ title, errors, attempt, children }: ErrorSummaryProps) {
  const summary = useRef<HTMLElement>(null);
  const shown = errors.length > 0;
  useEffect(() => {
    if (shown && attempt > 0) summary.current?.focus();
  }, [shown, attempt]);
  if (!shown) return null;
  return (
    <section
      ref={summary}
      tabIndex={-1}
      role="alert"
      aria-label={title}
      className="flex gap-2.5 rounded-base border border-negative/40 bg-negative-soft px-3 py-2.5"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-negative" />
      <div className="min-w-0">
        <h2 className="font-semibold">{title}</h2>
        <ul>
          {errors.map((error) => (
            <li key={error.message} className="wrap-anywhere">
              {error.inputID === undefined ? (
                withoutTitle(error.message, title)
              ) : (
                <a
                  href={`#${error.inputID}`}
                  className="inline-block min-h-6 min-w-6 text-accent underline underline-offset-2"
                >
                  {error.message}
                </a>
              )}
              {error.step && (
                <>
                  {" "}
                  <Link href={error.step.href} prefetch={false} className="text-accent underline underline-offset-2">
                    {error.step.label}
                  </Link>
                </>
              )}
            </li>
          ))}
        </ul>
        {children}
      </div>
    </section>
  );
}
