const listeners = new Set<() => void>();

/** Calls `listener` when a write is refused because the session has ended. Gives the function that ends it. */
export function onSessionOver(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function reportSessionOver(): void {
  for (const listener of listeners) listener();
}
