import { useHydrated } from "#components/ui/use-hydrated.ts";

/** The key beside K, as this person's keyboard calls it. */
export function useModifier(): string {
  const hydrated = useHydrated();
  return hydrated && /mac|iphone|ipad/i.test(navigator.platform) ? "⌘" : "Ctrl";
}
