import { Component, type ReactNode } from 'react';
import { Oops } from './oops';

interface State {
  failed: boolean;
  /** Whether the server has received the report. */
  notified: boolean;
}

/** Shows the error page in place of a program page that has failed, and reports the error. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: false, notified: false };

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    import('../report')
      .then(({ report }) => report(error))
      .then(
        (notified) => this.setState({ notified }),
        () => undefined,
      );
  }

  override render() {
    return this.state.failed ? <Oops notified={this.state.notified} /> : this.props.children;
  }
}
