import { Outlet, useLocation } from 'react-router'
import { Boundary } from '../ui/Boundary.tsx'
import { ErrorPage } from './ErrorPage.tsx'

/** Where a frame shows its page. One that breaks leaves the frame, and the next page begins without its error. */
export const PageOutlet = () => (
  <Boundary
    key={useLocation().pathname}
    renderFallback={(error) => <ErrorPage error={error} framed />}
  >
    <Outlet />
  </Boundary>
)
