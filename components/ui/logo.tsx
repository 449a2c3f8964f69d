/** The product's mark: two faders of a switchboard. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" className={className}>
      <path
        fill="currentColor"
        d="M5 3a1 1 0 0 1 2 0v14a1 1 0 0 1-2 0zM13 3a1 1 0 0 1 2 0v14a1 1 0 0 1-2 0zM3 13a3 3 0 1 1 6 0a3 3 0 1 1-6 0zM11 7a3 3 0 1 1 6 0a3 3 0 1 1-6 0z"
      />
    </svg>
  );
}
