import { LogOut, Settings } from 'lucide-react'
import type { ReactNode } from 'react'
import { useUser } from '../../api/session/useSession.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { Link } from '../navigation/Link.tsx'
import { prefetching } from '../pages.ts'
import { paths } from '../paths.ts'
import { useSignOut } from '../useSignOut.ts'

/** The menu of the signed-in user; 14 rem wide. */
export function UserMenu() {
  const signOut = useSignOut()
  return (
    <Menu
      className="w-56"
      trigger={
        <button type="button" aria-label="User menu" className="grid rounded-full">
          <UserAvatar />
        </button>
      }
      head={<UserNames className="px-2.5 py-2" />}
      items={[
        {
          label: 'Settings',
          icon: Settings,
          link: settings,
        },
        { label: 'Sign out', icon: LogOut, onSelect: () => signOut() },
      ]}
    />
  )
}

const settings = (words: ReactNode) => (
  <Link to={paths.settings} {...prefetching(paths.settings)}>
    {words}
  </Link>
)

export function UserAvatar() {
  const { displayName, email, photoURL } = useUser()
  return <Avatar name={displayName} email={email} photo={photoURL} />
}

/** Name and address. */
export function UserNames({ className }: { className?: string }) {
  const { displayName, email } = useUser()
  return (
    <div className={className}>
      {displayName && <p className="truncate font-medium">{displayName}</p>}
      <p className="truncate text-sm text-muted">{email}</p>
    </div>
  )
}
