"use client";

import { Component, createRef, type ReactNode } from "react";

interface KeepFocusProps {
  className?: string | undefined;
  children: ReactNode;
}

/** Marks the element inside a `KeepFocus` that takes over the focus. */
export const keepFocusProps = { "data-keeps-focus": "" } as const;

function isLost(focused: Element | null): boolean {
  return focused === null || focused === document.body || focused.closest("[inert]") !== null;
}

/**
 * If the focused element in here is removed or becomes unreachable, the browser moves the focus to the document, and a
 * person without a mouse must start again at the top. This component moves it to the element with `keepFocusProps`
 * instead. It is a class, because only `getSnapshotBeforeUpdate` runs before the DOM changes.
 */
export class KeepFocus extends Component<KeepFocusProps> {
  readonly #area = createRef<HTMLDivElement>();

  override getSnapshotBeforeUpdate(): boolean {
    return this.#area.current?.contains(document.activeElement) ?? false;
  }

  override componentDidUpdate(_before: KeepFocusProps, _state: unknown, hadFocus: boolean): void {
    if (!hadFocus || !isLost(document.activeElement)) return;
    // Back has just restored the scroll position.
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
