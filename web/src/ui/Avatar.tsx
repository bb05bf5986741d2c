import { useState } from 'react'
import { cn } from './cn.ts'

/** A person: the photo, else a letter of the name or the address, else U. */
export function Avatar({ name, email, photo, large }: AvatarProps) {
  const [broken, setBroken] = useState<string>()
  return (
    <span
      className={cn(
        'grid shrink-0 place-items-center overflow-hidden rounded-full bg-accent-soft font-semibold text-accent-text select-none',
        large ? 'size-16 text-2xl' : 'size-8 text-sm',
      )}
    >
      {photo && photo !== broken ? (
        <img
          src={photo}
          alt=""
          className="size-full object-cover"
          referrerPolicy="no-referrer"
          onError={() => setBroken(photo)}
        />
      ) : (
        <span aria-hidden>{initial(name, email)}</span>
      )}
    </span>
  )
}

/** First letter of the name, else of the address, in upper case, else U. */
const initial = (name?: string, email?: string | null) =>
  Array.from(name?.trim() || email?.trim() || 'U')[0]?.toUpperCase() ?? 'U'

type AvatarProps = {
  name?: string | undefined
  email?: string | null | undefined
  photo?: string | undefined
  /** For the profile section, where it is the main thing. */
  large?: boolean
}
