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
  /** `lapsed`: the session ended under way; the same person may sign in again and go on. */
  | { status: 'signed-in'; user: SessionUser; lapsed?: true }

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
  identity.onChange((who, lapsed) => {
    latest = who
    const present = state.status === 'signed-in' ? state.user : undefined
    if (!who) {
      return set(
        lapsed && present
          ? { status: 'signed-in', user: present, lapsed: true }
          : { status: 'signed-out' },
      )
    }
    if (present?.uid === who.uid) return resume(present)
    set({ status: 'loading' })
    void profileOf(who).then((user) => {
      // Somebody else may have come, or left, while the profile was on its way.
      if (latest === who) set({ status: 'signed-in', user })
    })
  })

  /** The same person is back: they go on where they were, with the newest profile. */
  function resume(user: SessionUser) {
    set({ status: 'signed-in', user })
    refresh().catch((error: unknown) => logError('The profile could not be read.', error))
  }

  function receive(user: User) {
    if (state.status !== 'signed-in' || state.user.uid !== user.uid) return
    if (user.rev < state.user.rev) return
    const next = merged({ uid: user.uid, email: user.email }, user)
    // Most often it was only read anew; then nothing that shows it is to be drawn again.
    if (!same(next, state.user)) set({ ...state, user: next })
  }

  async function refresh() {
    const { read } = await profiles()
    receive(await read())
  }

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
    receive,

    /** Reads the profile anew, for what no live event told; throws when it cannot be read. */
    refresh,

    /** Gives up a lapsed session: whoever comes next signs in from the beginning. */
    leave: () => set({ status: 'signed-out' }),

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

/** Whether two users say the same, in whatever order. */
const same = (one: SessionUser, other: SessionUser) => canonical(one) === canonical(other)
const canonical = (user: SessionUser) =>
  JSON.stringify(Object.entries(user).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** The zone of this machine. */
const hereZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Name and photo are the profile's alone where there is one: whoever took theirs away has none. */
function merged({ uid, email, ...look }: IdentityUser, profile?: User): SessionUser {
  const unknown = {
    tier: 'free',
    limits: freeLimits,
    subscription: null,
    // Asking for it wakes all that the browser knows of languages: not where it is known.
    timeZone: profile?.timeZone ?? hereZone(),
    preferences: { mailed: [] },
    rev: 0,
  } as const satisfies Partial<SessionUser>
  return { ...unknown, uid, email, ...(profile ?? look), tier: profile?.tier ?? 'free' }
}

// As `tierLimits.free` of the contract, which would bring its schemas into the landing page.
const freeLimits: TierLimits = {
  maxGroups: 1,
  maxCycles: 1,
  mediaUpload: true,
  whatsappAccess: false,
}
