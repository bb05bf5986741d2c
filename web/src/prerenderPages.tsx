import { StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import { App } from './app/App.tsx'
import { ErrorPage } from './app/ErrorPage.tsx'
import { heads } from './app/heads.ts'
import { paths } from './app/paths.ts'
import { Boundary } from './ui/Boundary.tsx'

/** A page as HTML, and what its head says. */
export type Prerendered = { path: string; html: string; title: string; description: string }

/** The pages that look the same for every guest. Run when the app is built, not in a browser. */
export const prerenderPages = (): Promise<Prerendered[]> =>
  Promise.all([paths.home, paths.features, paths.publicPricing, paths.about].map(prerenderPage))

async function prerenderPage(path: string): Promise<Prerendered> {
  const head = heads[path]
  if (!head) throw new Error(`${path} has no head.`)
  const { prelude } = await prerender(
    <StrictMode>
      <Boundary renderFallback={(error) => <ErrorPage error={error} />}>
        <StaticRouter location={path}>
          <App />
        </StaticRouter>
      </Boundary>
    </StrictMode>,
    {
      // Larger parts would be moved into place by an inline script.
      progressiveChunkSize: Infinity,
      onError: (error) => {
        throw error
      },
    },
  )
  return { path, html: await new Response(prelude).text(), ...head }
}
