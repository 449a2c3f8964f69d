import type { ReactNode } from "react";

interface EmptyStateProps {
  title: string;
  /** The reason why there is nothing to show. */
  children?: ReactNode;
  /** The next step and alternatives to it. */
  actions?: ReactNode;
}

export function EmptyState({ title, children, actions }: EmptyStateProps) {
  return (
    <div className="flex min-h-64 flex-col items-center justify-center gap-1 px-6 py-12 text-center">
      <h2 className="max-w-prose text-title font-semibold text-balance wrap-anywhere">{title}</h2>
      {children && <p className="max-w-prose text-balance text-ink-muted wrap-anywhere">{children}</p>}
      {actions && <div className="mt-4 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  );
}
