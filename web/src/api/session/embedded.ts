import type { IdentityUser as SessionUser } from '@carillon/contract/identity'
import { logError } from '../log.ts'
import { IdentityError, type IdentityClient, type IdentityUser } from './identity.ts'
import { authRequest } from './embeddedRequest.ts'
import { rememberSigningOut, type SigningOut } from './signingOut.ts'
import { openTabs, type Tabs } from './tabs.ts'
import { readToken, type Token } from './token.ts'

/** How long to wait before asking again who is signed in while the server cannot tell, in ms. */
const LOOK_AGAIN_MS = 2_000

/** The longest pause between two tries at a sign-out that failed, in milliseconds. */
const SIGN_OUT_AGAIN_MAX_MS = 60_000

type Options = { origin?: string; tabs?: Tabs; lookAgainMs?: number; signingOut?: SigningOut }

/**
 * The identity service inside our own server, spoken to over HTTP. The session lives in a cookie that
 * no script can read; the token lives only in the memory of the open tabs.
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

  /** Asks who is signed in and tells everybody. Who signed out is nobody here, whatever the server knows. */
  async function fetchSession() {
    if (signingOut.isUnfinished()) {
      const finished = await finishSigningOut()
      if (!finished) return setUser(null)
    }
    const { user } = await get<{ user: SessionUser | null }>('/get-session')
    setUser(user && identityUser(user))
  }

  /** No answer and a failing server say nothing about who is here, so it is asked again. */
  async function fetchUntilAnswered(): Promise<void> {
    try {
      await fetchSession()
    } catch (error) {
      logError('The session could not be read.', error)
      await new Promise((resolve) => setTimeout(resolve, lookAgainMs))
      return fetchUntilAnswered()
    }
  }

  /** Ends the session of who signed out while the server could not hear it; answers whether it is ended. */
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

  /** A fresh token; asked for once, whoever and however many wait for it, in whichever tab. */
  function renew(): Promise<string | null> {
    const stale = token
    renewing ??= tabs
      .alone('token', async () => {
        // Another tab may have renewed it while this one waited for its turn.
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
      logError('The token could not be renewed.', error)
      if (!(error instanceof IdentityError && error.problem === 'session_ended')) throw error
      setUser(null, true)
      return null
    }
  }

  async function enter() {
    // The cookie is another one now.
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
          // The first code may be dead by now. Where it is too soon for another, the first one works.
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
      // Tokens from before it count no more.
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
      // A timer may have slept with the machine.
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

/** For what nobody waits for: it is logged where it fails, and tried again when needed. */
const ignore = () => {}
