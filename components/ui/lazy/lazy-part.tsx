"use client";

import { type ComponentType, useEffect, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { lazyTexts as texts } from "./lazy-texts.ts";

/**
 * A part of the page that is loaded when it is needed (docs/decisions/0027-small-pages.md). Rendered before it is there,
 * it appears when it is.
 */
export interface LazyPart<Props> {
  (props: Props): React.ReactNode;
  /** Begins to load: for the first sign that somebody is about to open it. */
  preload(): void;
}

/** On the button that opens a part: it is loaded as soon as the button is pointed at or has the focus. */
export function loadsOnIntent(...parts: readonly Pick<LazyPart<never>, "preload">[]) {
  const preload = () => {
    for (const part of parts) part.preload();
  };
  return { onPointerEnter: preload, onFocus: preload };
}

/** Stands over the page until it is loaded again: what was asked for is not there. */
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
 * Not by `React.lazy`, which keeps a failure for good, and would hold back what is around the part: what somebody
 * opened offline is tried again when they open it again. `Waiting` stands there until it is loaded.
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
