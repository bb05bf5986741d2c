import './styles.css'
import { startTransition, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { ErrorPage } from './app/ErrorPage.tsx'
import { Navigation } from './app/navigation/Navigation.tsx'
import { rememberMember } from './app/member.ts'
import { followTheme } from './app/theme.ts'
import { Boundary } from './ui/Boundary.tsx'

followTheme()
rememberMember()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root.')
const app = (
  <StrictMode>
    <Boundary renderFallback={(error) => <ErrorPage error={error} />}>
      <Navigation>
        <App />
      </Navigation>
    </Boundary>
  </StrictMode>
)
// The public pages are printed when the app is built, and only come to life here.
if (root.hasChildNodes()) hydrateRoot(root, app)
// In slices: all at once, the first of everything would hold up a slow phone.
else startTransition(() => createRoot(root).render(app))
