import { Component, type ReactNode, useEffect, useState } from 'react'
import { isOutdated, NEW_VERSION } from './release.ts'

type BoundaryProps = { renderFallback: (error: unknown) => ReactNode; children: ReactNode }
type State = { error?: unknown }

/** Renders `renderFallback` instead of children that threw an error. React requires a class for this. */
export class Boundary extends Component<BoundaryProps, State> {
  override state: State = {}

  static getDerivedStateFromError(error: unknown): State {
    return { error }
  }

  override render() {
    return 'error' in this.state ? this.props.renderFallback(this.state.error) : this.props.children
  }
}

/** Catches an error of a dialog, sheet or panel, so that the page under it stays, with what was typed. */
export function OverlayBoundary({ children }: { children: ReactNode }) {
  return <Boundary renderFallback={() => <Broken />}>{children}</Boundary>
}

function Broken() {
  const [outdated, setOutdated] = useState(false)
  useEffect(() => void isOutdated().then(setOutdated), [])
  return (
    <p role="alert" className="p-5 text-muted">
      {outdated
        ? `${NEW_VERSION}: reload the page.`
        : 'Something broke here. Close this and try again, or reload the page.'}
    </p>
  )
}
