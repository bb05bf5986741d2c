import { useSession } from '../../api/session/useSession.ts'
import { Link } from '../../app/navigation/Link.tsx'
import { prefetching } from '../../app/pages.ts'
import { paths } from '../../app/paths.ts'
import { buttonClasses } from '../../ui/Button.tsx'
import { cn } from '../../ui/cn.ts'

/** The way in: to an account for guests, to the dashboard for members. `second` is the other way on. */
export function GetStarted({ second, className }: { second?: Way; className?: string }) {
  const { status } = useSession()
  const signedIn = status === 'signed-in'
  const first: Way = signedIn
    ? { to: paths.dashboard, label: 'Open the dashboard' }
    : { to: paths.signup, label: 'Get Started' }
  return (
    <div className={cn('flex flex-wrap gap-3', className)}>
      <Link
        to={first.to}
        className={cn(
          buttonClasses({ variant: 'primary', size: 'lg' }),
          status === 'loading' && 'member:invisible',
        )}
        {...prefetching(first.to)}
      >
        {first.label}
      </Link>
      {second && (
        <Link to={second.to} className={buttonClasses({ size: 'lg' })} {...prefetching(second.to)}>
          {second.label}
        </Link>
      )}
    </div>
  )
}

type Way = { to: string; label: string }
