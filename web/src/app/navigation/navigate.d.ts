import type { NavigateOptions, To } from 'react-router'

declare module 'react-router' {
  // In declarative mode nothing is awaited: the page that is left stays until the next one is there.
  interface NavigateFunction {
    (to: To, options?: NavigateOptions): void
    (delta: number): void
  }
}
