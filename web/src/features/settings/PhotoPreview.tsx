import { useState, type ReactNode } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import { Avatar } from '../../ui/Avatar.tsx'

type PhotoPreviewProps = {
  control: Control<{ displayName: string; photoURL: string }>
  email: string | null
  /** The control that takes the address. */
  children: ReactNode
}

/** The avatar as it will be, and a word when the address shows no picture. */
export function PhotoPreview({ control, email, children }: PhotoPreviewProps) {
  const [name, photo] = useWatch({ control, name: ['displayName', 'photoURL'] })
  const [broken, setBroken] = useState<string>()
  const address = photo.trim()
  return (
    <div className="grid gap-1.5">
      <div className="flex items-center gap-3">
        <Avatar
          name={name}
          email={email}
          photo={address.startsWith('https://') ? address : undefined}
          onBroken={setBroken}
          className="size-9"
        />
        {children}
      </div>
      {address && broken === address && (
        <p role="status" className="text-sm text-warn">
          No picture could be loaded from this address; your initial is shown instead.
        </p>
      )}
    </div>
  )
}
