import type { NavigateOptions, To } from 'react-router'

declare module 'react-router' {
  // navigate() returns nothing; the old page stays until the new one is loaded.
  interface NavigateFunction {
    (to: To, options?: NavigateOptions): void
    (delta: number): void
  }
}
