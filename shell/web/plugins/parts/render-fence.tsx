import { Component, type ErrorInfo, type ReactNode } from 'react';

interface RenderFenceProps {
  readonly onError: (error: unknown) => void;
  /** Drawn in place of what fell over. */
  readonly instead: (again: () => void) => ReactNode;
  readonly children: ReactNode;
}

/** Keeps a fault of one page or slot from taking the rest of the screen with it. */
export class RenderFence extends Component<RenderFenceProps, { readonly fallen: boolean }> {
  override state = { fallen: false };

  static getDerivedStateFromError(): { fallen: boolean } {
    return { fallen: true };
  }

  override componentDidCatch(error: unknown, _info: ErrorInfo): void {
    this.props.onError(error);
  }

  override render(): ReactNode {
    return this.state.fallen ? this.props.instead(() => this.setState({ fallen: false })) : this.props.children;
  }
}
