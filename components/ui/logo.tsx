/** The product's mark: two faders of a switchboard. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" className={className}>
      <g fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round">
        <path d="M6 3v14M14 3v14" />
      </g>
      <circle cx="6" cy="13" r="3" fill="currentColor" />
      <circle cx="14" cy="7" r="3" fill="currentColor" />
    </svg>
  );
}
