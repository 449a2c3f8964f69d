const listeners = new Set<() => void>();

/**
 * Calls `listener` when a write is refused because the session has ended. Returns a function that removes the listener.
 */
export function onSessionOver(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function reportSessionOver(): void {
  for (const listener of listeners) listener();
}
