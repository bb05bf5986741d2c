import type { TierLimits } from '@carillon/contract/tiers'
import type { User } from '@carillon/contract/users'
import { NetworkError } from '../errors.ts'
import { logError } from '../log.ts'
import { IdentityError, type IdentityClient, type IdentityUser } from './identity.ts'

/** The signed-in person: the identity service's user with our profile merged over it. */
export type SessionUser = Omit<User, 'createdAt' | 'rev'> & { rev: number }

export type SessionState =
  | { status: 'loading' }
  | { status: 'signed-out' }
  | { status: 'signed-in'; user: SessionUser }

/** What is asked of the API for a session; loaded only when somebody signs in. */
export type Profiles = {
  read: () => Promise<User>
  create: (profile: { displayName?: string; timeZone: string }) => Promise<User>
}

/** Keeps who is signed in. */
export function createSession(identity: IdentityClient, profiles: () => Promise<Profiles>) {
  let state: SessionState = { status: 'loading' }
  let starting: { displayName?: string } | undefined
  const listeners = new Set<() => void>()

  function set(next: SessionState) {
    state = next
    for (const listener of listeners) listener()
  }

  let latest: IdentityUser | null = null
  identity.onChange((who) => {
    latest = who
    if (!who) return set({ status: 'signed-out' })
    set({ status: 'loading' })
    void profileOf(who).then((user) => {
      // Somebody else may have come, or left, while the profile was on its way.
      if (latest === who) set({ status: 'signed-in', user })
    })
  })

  async function profileOf(who: IdentityUser): Promise<SessionUser> {
    const newcomer = starting
    starting = undefined
    try {
      const { read, create } = await profiles()
      return merged(who, await (newcomer ? create({ ...newcomer, timeZone: hereZone() }) : read()))
    } catch (error) {
      logError('The profile could not be read.', error)
      return merged(who)
    }
  }

  return {
    state: () => state,

    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    /** The bearer token; `force` renews it. Throws NetworkError when it cannot be renewed now. */
    async getToken(force?: boolean) {
      try {
        return await identity.getToken(force)
      } catch (error) {
        throw error instanceof IdentityError && error.problem !== 'network'
          ? error
          : new NetworkError(error)
      }
    },

    /** Takes over a newer profile, such as one told by a live event. */
    receive(user: User) {
      if (state.status !== 'signed-in' || state.user.uid !== user.uid) return
      if (user.rev >= state.user.rev) set({ status: 'signed-in', user: { ...state.user, ...user } })
    },

    /** Ends the session here and in the other tabs. A failure is logged: here it ends all the same. */
    async signOut() {
      try {
        await identity.signOut()
      } catch (error) {
        logError('Signing out failed.', error)
      }
    },

    async signUp(input: { email: string; password: string; displayName: string }) {
      starting = input.displayName ? { displayName: input.displayName } : {}
      try {
        return await identity.signUp(input)
      } catch (error) {
        starting = undefined
        throw error
      }
    },

    identity,
  }
}

/** The zone of this machine. */
const hereZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

function merged(who: IdentityUser, profile?: User): SessionUser {
  const unknown = { tier: 'free', limits: freeLimits, timeZone: hereZone(), rev: 0 } as const
  return { ...unknown, ...who, ...profile, tier: profile?.tier ?? 'free' }
}

// As `tierLimits.free` of the contract, which would bring its schemas into the landing page.
const freeLimits: TierLimits = {
  maxGroups: 1,
  maxCycles: 1,
  mediaUpload: true,
  whatsappAccess: false,
}
