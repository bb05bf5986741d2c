/** A person as the embedded identity service knows them. */
export interface AuthUserTable {
  id: string
  name: string
  email: string
  emailVerified: boolean
  image: string | null
  createdAt: Date
  updatedAt: Date
}

export interface AuthSessionTable {
  id: string
  userId: string
  token: string
  expiresAt: Date
  ipAddress: string | null
  userAgent: string | null
  createdAt: Date
  updatedAt: Date
  /** When a token was last fetched for it, to within a few minutes. */
  lastSeenAt: Date | null
}

export interface AuthAccountTable {
  id: string
  userId: string
  accountId: string
  providerId: string
  password: string | null
  accessToken: string | null
  refreshToken: string | null
  idToken: string | null
  accessTokenExpiresAt: Date | null
  refreshTokenExpiresAt: Date | null
  scope: string | null
  createdAt: Date
  updatedAt: Date
}

export interface AuthVerificationTable {
  id: string
  identifier: string
  value: string
  expiresAt: Date
  createdAt: Date
  updatedAt: Date
}

export interface AuthJwksTable {
  id: string
  publicKey: string
  privateKey: string
  alg: string | null
  crv: string | null
  createdAt: Date
  expiresAt: Date | null
}

/** When something was tried, the newest last. */
export interface AuthTriesTable {
  key: string
  at: Date[]
  lastAt: Date
  /** From when on no limit looks at these any more. */
  forgetAt: Date
}

declare module '../platform/db/database.ts' {
  interface Tables {
    authUser: AuthUserTable
    authSession: AuthSessionTable
    authAccount: AuthAccountTable
    authVerification: AuthVerificationTable
    authJwks: AuthJwksTable
    authTries: AuthTriesTable
  }
}
