import { createEmbeddedIdentity } from './embedded.ts'
import type { IdentityClient } from './identity.ts'
import { createSession } from './session.ts'

/** While a page is prerendered there is nobody to ask for, and no server to ask. */
const nobody = { onChange: () => () => {} } as unknown as IdentityClient

/** The session of this page. */
export const session = createSession(
  import.meta.env.SSR ? nobody : createEmbeddedIdentity(),
  async () => {
    const { profiles } = await import('./profiles.ts')
    return profiles
  },
)
