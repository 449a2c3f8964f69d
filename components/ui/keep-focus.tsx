"use client";

import { Component, createRef, type ReactNode } from "react";

interface KeepFocusProps {
  className?: string | undefined;
  children: ReactNode;
}

/** Marks the element inside a `KeepFocus` that gets the focus if the focused element is removed. */
export const keepFocusProps = { "data-keeps-focus": "" } as const;

function isLost(focused: Element | null): boolean {
  return focused === null || focused === document.body || focused.closest("[inert]") !== null;
}

/**
 * Keeps the focus in this area if the focused element is removed or can no longer have the focus. The browser would
 * move the focus to the document, and keyboard users would have to start again at the top. Instead, the focus moves to
 * the element with `keepFocusProps`. This is a class component, because only `getSnapshotBeforeUpdate` runs before the
 * DOM changes.
 */
export class KeepFocus extends Component<KeepFocusProps> {
  readonly #area = createRef<HTMLDivElement>();

  override getSnapshotBeforeUpdate(): boolean {
    return this.#area.current?.contains(document.activeElement) ?? false;
  }

  override componentDidUpdate(_before: KeepFocusProps, _state: unknown, hadFocus: boolean): void {
    if (!hadFocus || !isLost(document.activeElement)) return;
    // Must not scroll, because Back has just restored the scroll position.
    this.#area.current?.querySelector<HTMLElement>("[data-keeps-focus]")?.focus({ preventScroll: true });
  }

  override render(): ReactNode {
    return (
      <div ref={this.#area} className={this.props.className}>
        {this.props.children}
      </div>
    );
  }
}
