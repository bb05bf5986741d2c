import { buttonLook } from '../../ui/Button.tsx'
import { UserMenu } from '../dashboard/UserMenu.tsx'
import { Link } from '../navigation/Link.tsx'
import { paths } from '../paths.ts'

/** The end of the bar for who is signed in: the way on, and themselves. */
export default function PublicMember() {
  return (
    <>
      <Link to={paths.dashboard} className={buttonLook({ variant: 'primary' })}>
        Dashboard
      </Link>
      <UserMenu />
    </>
  )
}
