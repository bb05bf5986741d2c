import { UserMenu } from '../dashboard/UserMenu.tsx'
import { DashboardLink } from './DashboardLink.tsx'

/** The end of the bar for a signed-in user: the link to the dashboard, and their menu. */
export default function PublicMember() {
  return (
    <>
      <DashboardLink />
      <UserMenu />
    </>
  )
}
