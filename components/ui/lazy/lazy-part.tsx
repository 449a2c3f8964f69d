"use client";

import { type ComponentType, useEffect, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { lazyTexts as texts } from "./lazy-texts.ts";

/**
 * A part of the page that loads when it is needed (docs/decisions/0027-small-pages.md). If it is rendered before it has
 * loaded, it appears after loading.
 */
export interface LazyPart<Props> {
  (props: Props): React.ReactNode;
  /** Starts loading. Call this as soon as the person seems about to open the part. */
  preload(): void;
}

/** Props for the button that opens a part. Hovering or focusing the button starts loading the part. */
export function loadsOnIntent(...parts: readonly Pick<LazyPart<never>, "preload">[]) {
  const preload = () => {
    for (const part of parts) part.preload();
  };
  return { onPointerEnter: preload, onFocus: preload };
}

/** A message over the page: a part of the page could not be loaded. The message remains until the page reloads. */
function NotLoaded() {
  return (
    <div
      role="alert"
      className="fixed inset-x-3 bottom-3 z-40 mx-auto flex max-w-md items-center justify-between gap-4 rounded-base border border-line-strong bg-raised px-4 py-3 shadow-float max-md:bottom-18"
    >
      {texts.failed}
      <Button onClick={() => window.location.reload()}>{texts.reload}</Button>
    </div>
  );
}

/**
 * Creates a part of the page that loads on demand. Does not use `React.lazy`, which suspends the surrounding content
 * and never retries after a failure. If loading has failed, for example offline, the part is loaded again when the
 * person opens it again. `Waiting` is shown while the part loads.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Waiting?: ComponentType<Props>,
): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;
  const begin = () => {
    loading ??= load().then(
      (component) => {
        loaded = component;
        return component;
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };

  function Part(props: Props) {
    const [Component, setComponent] = useState(() => loaded);
    const [isFailed, setFailed] = useState(false);
    useEffect(() => {
      let isShown = true;
      begin().then(
        (component) => isShown && setComponent(() => component),
        () => isShown && setFailed(true),
      );
      return () => {
        isShown = false;
      };
    }, []);
    if (Component) return <Component {...props} />;
    if (isFailed) return <NotLoaded />;
    return Waiting ? <Waiting {...props} /> : null;
  }
  return Object.assign(Part, { preload: () => void begin().catch(() => {}) });
}
