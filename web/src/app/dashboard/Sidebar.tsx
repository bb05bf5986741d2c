import { cn } from '../../ui/cn.ts'
import { Logo } from '../../ui/Logo.tsx'
import { Link, NavLink } from '../navigation/Link.tsx'
import { prefetching } from '../pages.ts'
import { paths } from '../paths.ts'
import { dashboardLinks } from './links.ts'

/**
 * 64 px wide, 280 px while pointed at or walked through by keyboard. It lies over the page when wide,
 * so that nothing beside it moves. The focus that a press leaves behind does not keep it open.
 */
export function Sidebar() {
  return (
    <aside className="group fixed inset-y-0 left-0 z-30 hidden w-16 overflow-hidden border-r border-line bg-surface transition-[width,box-shadow] duration-150 has-focus-visible:w-[280px] has-focus-visible:shadow-pop hover:w-[280px] hover:shadow-pop md:block">
      <Link to={paths.home} className={cn(lineLook, 'h-16 text-ink')} aria-label="Carillon">
        <Logo />
        <span className={cn(labelLook, 'text-lg font-semibold tracking-tight')}>Carillon</span>
      </Link>
      <nav aria-label="Dashboard" className="mt-3 grid gap-1">
        {dashboardLinks.map(({ to, label, icon: Icon }) => (
          <NavLink
            key={to}
            to={to}
            {...prefetching(to)}
            className={({ isActive }) =>
              cn(
                lineLook,
                'h-11 hover:text-ink',
                isActive
                  ? 'text-accent-text before:bg-accent-soft'
                  : 'text-muted hover:before:bg-hover',
              )
            }
          >
            <Icon aria-hidden className="relative shrink-0" />
            <span className={labelLook}>{label}</span>
          </NavLink>
        ))}
      </nav>
    </aside>
  )
}

const lineLook =
  'relative flex w-[279px] items-center gap-5 pl-5 transition-colors before:absolute before:inset-y-0 before:left-2.5 before:w-11 before:rounded-lg before:transition-[width,background-color] group-has-focus-visible:before:w-[259px] group-hover:before:w-[259px] focus-visible:-outline-offset-4'

const labelLook =
  'relative font-medium opacity-0 transition-opacity group-has-focus-visible:opacity-100 group-hover:opacity-100'
