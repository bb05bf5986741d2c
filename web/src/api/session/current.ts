import { createEmbeddedIdentity } from './embedded.ts'
import type { IdentityClient } from './identity.ts'
import { createSession } from './session.ts'

/** A session without a user, for prerendering, which has no server to ask. */
const nobody = { onChange: () => () => {} } as unknown as IdentityClient

/** The session of this page. */
export const session = createSession(
  import.meta.env.SSR ? nobody : createEmbeddedIdentity(),
  async () => {
    const { profiles } = await import('./profiles.ts')
    return profiles
  },
)
