import { buttonClasses } from '../../ui/Button.tsx'
import { Link } from '../navigation/Link.tsx'
import { paths } from '../paths.ts'

/** The way from a public page to the dashboard. */
export function DashboardLink() {
  return (
    <Link to={paths.dashboard} className={buttonClasses({ variant: 'primary' })}>
      Dashboard
    </Link>
  )
}
