import { Component, type ReactNode } from 'react';
import { wordsFor } from './words.js';

interface GuardProps {
  readonly children: ReactNode;
}

interface GuardState {
  readonly failure?: { readonly error: unknown };
}

/** Shows its children, or why that fails: a custom resource may have anything in any field, and the rest of the page stays. */
export class Guard extends Component<GuardProps, GuardState> {
  override readonly state: GuardState = {};

  static getDerivedStateFromError(error: unknown): GuardState {
    return { failure: { error } };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (failure === undefined) return this.props.children;
    return (
      <p className="note" role="alert">
        This cannot be shown: {wordsFor(failure.error)}
      </p>
    );
  }
}
