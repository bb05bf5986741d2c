import type { TierLimits } from '@carillon/contract/tiers'
import type { User } from '@carillon/contract/users'
import { NetworkError } from '../errors.ts'
import { logError } from '../log.ts'
import { IdentityError, type IdentityClient, type IdentityUser, type NextStep } from './identity.ts'

/** The signed-in user: the data of the identity service, overwritten by our profile. */
export type SessionUser = Omit<User, 'createdAt' | 'rev'> & { rev: number }

export type SessionState =
  | { status: 'loading' }
  | { status: 'signed-out' }
  /** `lapsed`: the session ended while the page was open. The same person may sign in again and continue. */
  | { status: 'signed-in'; user: SessionUser; lapsed?: true }

/** The calls that a session needs; loaded only when somebody signs in. */
export type Profiles = {
  read: () => Promise<User>
  create: (profile: { displayName?: string; timeZone: string; locale: string }) => Promise<User>
}

type SignIn = { email: string; password: string }
type SignUp = SignIn & { displayName: string }

/** Holds who is signed in. */
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
      // Another person may have signed in, or this one out, while the profile was loading.
      if (latest === who) set({ status: 'signed-in', user })
    })
  })

  /** The same person has signed in again: they continue where they were, with the newest profile. */
  function resume(user: SessionUser) {
    set({ status: 'signed-in', user })
    refresh().catch((error: unknown) => logError('The profile could not be read.', error))
  }

  function receive(user: User) {
    if (state.status !== 'signed-in' || state.user.uid !== user.uid) return
    if (user.rev < state.user.rev) return
    const next = merged({ uid: user.uid, email: user.email }, user)
    // Most often the profile is unchanged: then nothing needs to render again.
    if (!same(next, state.user)) set({ ...state, user: next })
  }

  async function refresh() {
    const who = latest
    try {
      const { read } = await profiles()
      receive(await read())
    } catch (error) {
      // Who has signed out since then misses nothing.
      if (latest === who) throw error
    }
  }

  async function profileOf(who: IdentityUser): Promise<SessionUser> {
    const newcomer = starting
    starting = undefined
    try {
      const { read, create } = await profiles()
      return merged(who, await (newcomer ? create({ ...newcomer, ...here() }) : read()))
    } catch (error) {
      logError('The profile could not be read.', error)
      return merged(who)
    }
  }

  /**
   * Enters an account. If it has no profile yet, it gets this name, and the time zone and language of this browser: the
   * answer of its sign-up may have been lost.
   */
  async function enter(displayName: string, enterAccount: () => Promise<NextStep>) {
    starting = displayName ? { displayName } : {}
    try {
      return await enterAccount()
    } catch (error) {
      starting = undefined
      throw error
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

    /** Takes over a newer profile, such as that of a live event. */
    receive,

    /** Reloads the profile, for changes without a live event. Throws if it cannot be loaded. */
    refresh,

    /** Gives up a lapsed session: the next person signs in on the sign-in page. */
    leave: () => set({ status: 'signed-out' }),

    /** Ends the session here and in the other tabs. A failure is logged; in this browser the session ends even so. */
    async signOut() {
      try {
        await identity.signOut()
      } catch (error) {
        logError('Signing out failed.', error)
      }
    },

    signIn: (input: SignIn) => enter('', () => identity.signIn(input)),

    signUp: (input: SignUp) => enter(input.displayName, () => identity.signUp(input)),

    /** Enters the account that a sign-up has made whose answer was lost. Throws if there is none with this password. */
    enterSignedUp: (input: SignUp) => enter(input.displayName, () => identity.signIn(input)),

    identity,
  }
}

/** Whether two users are equal, whatever the order of their keys. */
const same = (one: SessionUser, other: SessionUser) => canonical(one) === canonical(other)
const canonical = (user: SessionUser) =>
  JSON.stringify(Object.entries(user).toSorted(([a], [b]) => (a < b ? -1 : 1)))

const here = () => ({ timeZone: hereZone(), locale: navigator.language })

/** The zone of this machine. */
const hereZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** If there is a profile, name and photo come from it alone: a person may have removed theirs. */
function merged({ uid, email, ...look }: IdentityUser, profile?: User): SessionUser {
  const unknown = {
    tier: 'free',
    limits: freeLimits,
    subscription: null,
    // Reading the time zone loads the browser's language data, which is slow: only if the profile has none.
    timeZone: profile?.timeZone ?? hereZone(),
    preferences: { mailed: [] },
    rev: 0,
  } as const satisfies Partial<SessionUser>
  return { ...unknown, uid, email, ...(profile ?? look), tier: profile?.tier ?? 'free' }
}

// A copy of `tierLimits.free`: importing the contract would load its schemas on the landing page.
const freeLimits: TierLimits = {
  maxGroups: 1,
  maxCycles: 1,
  mediaUpload: true,
  whatsappAccess: false,
}
