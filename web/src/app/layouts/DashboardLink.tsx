import { buttonClasses } from '../../ui/Button.tsx'
import { Link } from '../navigation/Link.tsx'
import { paths } from '../paths.ts'

/** The link from a public page to the dashboard. */
export function DashboardLink() {
  return (
    <Link to={paths.dashboard} className={buttonClasses({ variant: 'primary' })}>
      Dashboard
    </Link>
  )
}
