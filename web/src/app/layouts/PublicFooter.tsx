import { Logo } from '../../ui/Logo.tsx'
import { Link } from '../navigation/Link.tsx'
import { prefetching } from '../pages.ts'
import { paths } from '../paths.ts'

/** The links to the public pages, and a sentence about Carillon. */
export function PublicFooter() {
  return (
    <footer className="border-t border-line">
      <div className="mx-auto flex max-w-[1120px] flex-wrap items-start justify-between gap-x-12 gap-y-8 px-4 py-10 md:px-8">
        <div className="grid max-w-[48ch] text-balance gap-2">
          <p className="flex items-center gap-2 font-semibold">
            <Logo size={18} /> Carillon
          </p>
          <p className="text-muted text-pretty">
            Free software under the AGPL-3.0. Run it yourself, read it, change it, share it.
          </p>
        </div>
        <nav aria-label="Footer">
          <ul className="flex flex-wrap gap-x-6 gap-y-2">
            {links.map(({ to, label }) => (
              <li key={to}>
                <Link to={to} className={lineClasses} {...prefetching(to)}>
                  {label}
                </Link>
              </li>
            ))}
            <li>
              <a href="/api/docs" className={lineClasses}>
                API
              </a>
            </li>
          </ul>
        </nav>
      </div>
    </footer>
  )
}

const links = [
  { to: paths.features, label: 'Features' },
  { to: paths.publicPricing, label: 'Pricing' },
  { to: paths.about, label: 'About' },
]

const lineClasses = 'rounded-sm py-1 text-muted transition-colors hover:text-ink'
