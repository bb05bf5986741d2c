import type { IdentityUser as SessionUser } from '@carillon/contract/identity'
import { logError } from '../log.ts'
import { IdentityError, type IdentityClient, type IdentityUser } from './identity.ts'
import { authRequest } from './embeddedRequest.ts'
import { rememberSigningOut, type SigningOut } from './signingOut.ts'
import { openTabs, type Tabs } from './tabs.ts'
import { readToken, type Token } from './token.ts'

/** How long to wait before asking again who is signed in, while the server fails, in milliseconds. */
const LOOK_AGAIN_MS = 2_000

/** The longest pause between two tries at a sign-out that failed, in milliseconds. */
const SIGN_OUT_AGAIN_MAX_MS = 60_000

type Options = { origin?: string; tabs?: Tabs; lookAgainMs?: number; signingOut?: SigningOut }

/**
 * The adapter for the identity service in our own server. The session is in a cookie that no script can read; the bearer
 * token is only in the memory of the open tabs, and renewed here.
 */
export function createEmbeddedIdentity({
  origin = '',
  tabs = openTabs('carillon-identity'),
  lookAgainMs = LOOK_AGAIN_MS,
  signingOut = rememberSigningOut(),
}: Options = {}): IdentityClient {
  const { get, post } = authRequest(origin)
  const listeners = new Set<(user: IdentityUser | null, lapsed: boolean) => void>()
  let resolved: Promise<void> | undefined
  let user: IdentityUser | null | undefined
  let lapsed = false
  let token: Token | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let renewing: Promise<string | null> | undefined
  let signOutTimer: ReturnType<typeof setTimeout> | undefined

  tabs.listen((news) => {
    if (news.kind === 'session') void fetchSession().catch(ignore)
    else if (user) keep(news.token)
  })

  /** Asks who is signed in and notifies the listeners. After a sign-out the answer is nobody, whatever the server says. */
  async function fetchSession() {
    if (signingOut.isUnfinished()) {
      const finished = await finishSigningOut()
      if (!finished) return setUser(null)
    }
    const { user } = await get<{ user: SessionUser | null }>('/get-session')
    setUser(user && identityUser(user))
  }

  /** A lost answer or a failing server does not say who is signed in, so the question is repeated. */
  async function fetchUntilAnswered(): Promise<void> {
    try {
      await fetchSession()
    } catch (error) {
      logError('The session could not be read.', error)
      await new Promise((resolve) => setTimeout(resolve, lookAgainMs))
      return fetchUntilAnswered()
    }
  }

  /** Ends the session of a person who signed out while the server was away. Returns whether it has ended. */
  async function finishSigningOut(): Promise<boolean> {
    try {
      await post('/sign-out', {})
    } catch {
      signOutLater(lookAgainMs)
      return false
    }
    signingOut.note(false)
    return true
  }

  function signOutLater(pauseMs: number) {
    clearTimeout(signOutTimer)
    signOutTimer = setTimeout(() => void signOutAgain(pauseMs), pauseMs)
  }

  async function signOutAgain(pauseMs: number) {
    // Somebody may have signed in meanwhile, here or in another tab.
    if (!signingOut.isUnfinished() || (await finishSigningOut())) return
    signOutLater(Math.min(2 * pauseMs, SIGN_OUT_AGAIN_MAX_MS))
  }

  function setUser(next: IdentityUser | null, ended = false) {
    const same = user !== undefined && user?.uid === next?.uid && lapsed === ended
    if (!same || !next) forget()
    user = next
    lapsed = ended
    if (!same) for (const listener of listeners) listener(next, lapsed)
  }

  function keep(next: Token) {
    token = next
    clearTimeout(timer)
    timer = setTimeout(() => void renew().catch(ignore), next.renewAt - Date.now())
  }

  function forget() {
    token = undefined
    clearTimeout(timer)
  }

  /** Returns a fresh token. All callers in all tabs share one request. */
  function renew(): Promise<string | null> {
    const stale = token
    renewing ??= tabs
      .alone('token', async () => {
        // Another tab may have renewed it while this one waited for the lock.
        if (token && token !== stale) return token.value
        return fetchToken()
      })
      .finally(() => {
        renewing = undefined
      })
    return renewing
  }

  async function fetchToken(): Promise<string | null> {
    try {
      const fresh = readToken((await get<{ token: string }>('/token')).token, Date.now())
      keep(fresh)
      tabs.tell({ kind: 'token', token: fresh })
      return fresh.value
    } catch (error) {
      // The sign-out that runs, or has just ended, has ended the session: that is no failure.
      if (!user || signingOut.isUnfinished()) return null
      logError('The token could not be renewed.', error)
      if (!(error instanceof IdentityError && error.problem === 'session_ended')) throw error
      setUser(null, true)
      return null
    }
  }

  async function enter() {
    // The cookie has changed.
    signingOut.note(false)
    await fetchSession()
    tabs.tell({ kind: 'session' })
  }

  return {
    async signUp({ email, password, displayName }) {
      await post('/sign-up/email', { email, password, name: displayName })
      await enter()
      return user ? 'signed-in' : 'verify-email'
    },

    async signIn({ email, password }) {
      if (signingOut.isUnfinished()) await finishSigningOut()
      try {
        await post('/sign-in/email', { email, password })
      } catch (error) {
        if (error instanceof IdentityError && error.problem === 'email_unverified') {
          // The first code may have expired. If it is too soon for another code, the first one still works.
          await post('/email-otp/send-verification-otp', { email }).catch(ignore)
          return 'verify-email'
        }
        throw error
      }
      await enter()
      return 'signed-in'
    },

    async resendCode(email) {
      await post('/email-otp/send-verification-otp', { email })
    },

    async verifyEmail({ email, code }) {
      await post('/email-otp/verify-email', { email, otp: code })
      await enter()
    },

    async requestReset(email) {
      await post('/email-otp/request-password-reset', { email })
    },

    async confirmReset({ email, code, password }) {
      await post('/email-otp/reset-password', { email, otp: code, password })
    },

    async changePassword({ current, next }) {
      await post('/change-password', { currentPassword: current, newPassword: next })
      // Older tokens are no longer valid.
      await renew().catch(ignore)
    },

    async requestEmailChange({ email, password }) {
      await post('/request-email-change', { email, password })
    },

    async changeEmail({ email, code }) {
      await post('/change-email', { email, otp: code })
    },

    async signOutElsewhere() {
      await post('/revoke-other-sessions', {})
    },

    async getToken(force = false) {
      await (resolved ??= fetchUntilAnswered())
      if (!user) return null
      const now = Date.now()
      if (force || !token || now >= token.endsAt) return renew()
      // Timers stop while the machine sleeps.
      if (now >= token.renewAt) void renew().catch(ignore)
      return token.value
    },

    onChange(listener) {
      listeners.add(listener)
      if (user !== undefined) listener(user, lapsed)
      resolved ??= fetchUntilAnswered()
      return () => listeners.delete(listener)
    },

    async signOut() {
      signingOut.note(true)
      try {
        await post('/sign-out', {})
        signingOut.note(false)
      } catch (error) {
        signOutLater(lookAgainMs)
        throw error
      } finally {
        setUser(null)
        tabs.tell({ kind: 'session' })
      }
    },
  }
}

const identityUser = ({ id, email, name }: SessionUser): IdentityUser => ({
  uid: id,
  email,
  ...(name ? { displayName: name } : {}),
})

/** Logs the failure of work in the background; it is repeated when its result is needed. */
const ignore = () => {}
