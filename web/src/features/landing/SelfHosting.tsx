import { Link } from '../../app/navigation/Link.tsx'
import { prefetching } from '../../app/pages.ts'
import { paths } from '../../app/paths.ts'

/** That it is the reader's own: where it runs, who may read it, whom it calls. */
export function SelfHosting() {
  return (
    <section aria-labelledby="yours" className="border-y border-line bg-surface">
      <div className="mx-auto grid max-w-[1120px] items-center gap-10 px-4 py-20 md:px-8 md:py-24 lg:grid-cols-2 lg:gap-16">
        <div>
          <h2 id="yours" className="text-3xl font-semibold tracking-tight md:text-4xl">
            Yours, in the plain sense
          </h2>
          <p className="mt-4 max-w-[52ch] text-lg text-muted text-pretty">
            One program and one PostgreSQL, on a machine you choose. What you write and whom you
            send it to stays in your database, tokens are sealed in it, and nothing calls home. The
            code is free under the AGPL-3.0: read it, change it, run it for others.
          </p>
          <Link
            to={paths.about}
            className="mt-5 inline-block rounded-sm text-lg font-medium text-accent-text underline-offset-4 hover:underline"
            {...prefetching(paths.about)}
          >
            How it keeps its promise
          </Link>
        </div>
        <figure className="overflow-hidden rounded-xl border border-line bg-canvas font-mono shadow-pop">
          <figcaption className="border-b border-line px-4 py-2.5 text-sm text-muted">
            All there is to install it
          </figcaption>
          <pre className="overflow-x-auto p-5 leading-6">
            <code>
              <span className="text-muted">$ </span>npm start{'\n\n'}
              <span className="text-muted">{'  '}Carillon is ready.</span>
              {'\n\n'}
              <span className="text-muted">
                {'  '}open{'     '}
              </span>
              <span className="text-accent-text">http://localhost:3000</span>
            </code>
          </pre>
        </figure>
      </div>
    </section>
  )
}
