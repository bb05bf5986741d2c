import { UserMenu } from '../dashboard/UserMenu.tsx'
import { DashboardLink } from './DashboardLink.tsx'

/** The end of the bar for who is signed in: the way to the dashboard, and their menu. */
export default function PublicMember() {
  return (
    <>
      <DashboardLink />
      <UserMenu />
    </>
  )
}
