import { Component, type ReactNode } from 'react'
import { ErrorPage } from './ErrorPage.tsx'

type State = { error?: unknown }

/** Shows the error page instead of a page that broke; React asks for a class here. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = {}

  static getDerivedStateFromError(error: unknown): State {
    return { error }
  }

  override render() {
    return 'error' in this.state ? <ErrorPage error={this.state.error} /> : this.props.children
  }
}
