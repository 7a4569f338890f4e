import { Component, type ReactNode } from 'react';
import { Oops } from './oops';

/** Shows the error page in place of a program page that failed. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? <Oops /> : this.props.children;
  }
}
