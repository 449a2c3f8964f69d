"use client";

import { Component, createRef, type ReactNode } from "react";

interface KeepFocusProps {
  className?: string | undefined;
  children: ReactNode;
}

/** Marks the element inside a `KeepFocus` that takes the focus over. */
export const keepFocusProps = { "data-keeps-focus": "" } as const;

function isLost(focused: Element | null): boolean {
  return focused === null || focused === document.body || focused.closest("[inert]") !== null;
}

/**
 * When what has the focus in here is removed or put out of reach, the browser gives the focus to the
 * whole document, and a person without a mouse begins again at the top. This gives it to the element
 * with `keepsFocus` instead. A class, because only `getSnapshotBeforeUpdate` sees the page before the change.
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
