import { Component, type ReactNode } from 'react';

type Props = { fallback: ReactNode; children: ReactNode };

/** Keeps one broken screen from emptying the page. A class, because React has no other way to catch rendering. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  declare state: { failed: boolean };

  constructor(props: Props) {
    super(props);
    this.state = { failed: false };
  }

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
