import { useHydrated } from "#components/ui/use-hydrated.ts";

/** The name of the modifier key for K on this person's keyboard. */
export function useModifier(): string {
  const hydrated = useHydrated();
  return hydrated && /mac|iphone|ipad/i.test(navigator.platform) ? "⌘" : "Ctrl";
}
