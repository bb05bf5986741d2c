/** One limit: its default, what it counts and for whom, why it is this number, and what happens at it. */
export type Limit = {
  default: number
  unit: string
  per: 'user' | 'network' | 'connection' | 'process'
  reason: string
  atLimit: string
}

/**
 * Every limit that an operator can change, by name. `settingOf` gives its environment variable and
 * `ctx.config.limits` its value; docs/limits.md is printed from this table (`npm run fix`). A network is
 * an IPv4 address or the /64 of an IPv6 address. What is counted per process is counted in memory, so two
 * web processes together allow twice as much.
 */
export const limits = {
  activeSeries: {
    default: 100,
    unit: 'active automated messages',
    per: 'user',
    reason: 'Planner and calendar walk each of them; one person cannot look after more.',
    atLimit: '409 `limit_reached` when another one is activated or resumed',
  },
  messages: {
    default: 5_000,
    unit: 'messages, drafts and sent ones included',
    per: 'user',
    reason:
      'Thirteen a day for a year; lists and search stay quick. Tests of the last seven days are counted for themselves.',
    atLimit: '409 `limit_reached` when another one is made',
  },
  cycles: {
    default: 500,
    unit: 'cycles, drafts and finished ones included',
    per: 'user',
    reason: 'Planner and calendar walk each that is active; a tier may allow fewer.',
    atLimit: '409 `limit_reached` when another one is made',
  },
  slotContents: {
    default: 1_000,
    unit: 'single runs to come with words of their own, over all messages',
    per: 'user',
    reason: 'Each is read with its series; a year of daily runs, nearly three times.',
    atLimit: 'a field error at `content`, `contents` or `moveTo`',
  },
  storedBytes: {
    default: 500_000_000,
    unit: 'bytes of contents with their older versions, and 100 for each',
    per: 'user',
    reason:
      'Five versions of all messages one may have, each of 20,000 letters; all users share a disk.',
    atLimit: 'a field error at `content`, `contents` or `moveTo`',
  },
  groups: {
    default: 10_000,
    unit: 'groups',
    per: 'user',
    reason: 'Twice what one message may name; a tier may allow fewer.',
    atLimit: '409 `limit_reached` when another one is chosen',
  },
  groupSets: {
    default: 50,
    unit: 'saved sets of groups',
    per: 'user',
    reason: 'All are listed at once, each with up to 1,000 groups.',
    atLimit: '409 `limit_reached` when another one is saved',
  },
  connections: {
    default: 50,
    unit: 'connections',
    per: 'user',
    reason: 'Each own bot is a session that some process keeps open.',
    atLimit: '409 `limit_reached` when another one is made',
  },
  mediaFiles: {
    default: 2_000,
    unit: 'uploaded files, those under way and just deleted included',
    per: 'user',
    reason: 'Five a day for a year; the library stays quick to search.',
    atLimit: '409 `limit_reached` when an upload begins',
  },
  mediaBytes: {
    default: 500_000_000,
    unit: 'bytes of uploaded files, those under way included; twice that with what was deleted and is not erased yet',
    per: 'user',
    reason: 'Ten of the largest files, hundreds of photos; all users share a disk.',
    atLimit: '409 `limit_reached` when an upload begins',
  },
  idempotencyAnswers: {
    default: 5_000,
    unit: 'answers kept for an `Idempotency-Key`',
    per: 'user',
    reason:
      'Each may have 100 kB; clients repeat a call within minutes, and 5,000 are hours of work.',
    atLimit: 'the oldest are forgotten before their two days are over',
  },
  requestsPerMinute: {
    default: 1_200,
    unit: 'calls of the API a minute',
    per: 'user',
    reason: 'Far above a busy person with several tabs, far below a flood.',
    atLimit: '429 `rate_limited` with Retry-After',
  },
  networkRequestsPerMinute: {
    default: 3_000,
    unit: 'calls of the API a minute',
    per: 'network',
    reason: 'An office of people behind one address works; one machine cannot flood.',
    atLimit: '429 `rate_limited` with Retry-After',
  },
  authRequestsPerMinute: {
    default: 600,
    unit: 'calls of the identity service (`/api/auth`) a minute',
    per: 'network',
    reason:
      'A page asks for a token every quarter of an hour; guessing has stricter limits besides.',
    atLimit: '429 `rate_limited` with Retry-After',
  },
  filesPerMinute: {
    default: 12_000,
    unit: 'files of the web app and uploaded ones, and addresses that lead nowhere, a minute',
    per: 'network',
    reason: 'A first visit is some thirty files: an office of four hundred may come at once.',
    atLimit: '429 `rate_limited` with Retry-After',
  },
  probesPerMinute: {
    default: 120,
    unit: 'calls of `/readyz` a minute',
    per: 'network',
    reason: 'Each reads the database; monitors ask every second at most.',
    atLimit: '429 `rate_limited` with Retry-After',
  },
  refusedHooksPerMinute: {
    default: 60,
    unit: 'refused calls of webhooks (`/hooks`) a minute',
    per: 'network',
    reason: 'Networks bring many updates from few addresses, but none that we refuse.',
    atLimit:
      '429 `rate_limited` with Retry-After, before the database is read; a secret that was accepted before is heard',
  },
  connectionsPerNetwork: {
    default: 1_000,
    unit: 'open TCP connections, unless TRUST_PROXY is set: then the proxy has to limit them',
    per: 'network',
    reason: 'A browser opens six; one machine must not use up what the process may open.',
    atLimit: 'the newest connection is closed',
  },
  loggedFailuresPerMinute: {
    default: 60,
    unit: 'failed calls that are logged a minute',
    per: 'process',
    reason: 'Enough to find a defect; whoever can cause it must not fill the disk.',
    atLimit: 'they are counted, and the next line that is logged says how many were left out',
  },
  askingAtOnce: {
    default: 30,
    unit: 'calls at once that ask a network or send, before they are limited by the minute',
    per: 'user',
    reason: 'Somebody who has just chosen some groups checks and tries each of them.',
    atLimit: 'the next ones are allowed one by one, LIMIT_ASKING_PER_MINUTE of them a minute',
  },
  askingPerMinute: {
    default: 10,
    unit: 'calls a minute that ask a network or send at once',
    per: 'user',
    reason: 'Networks limit us by bot and by address: one person must not use up what others need.',
    atLimit: '429 `rate_limited` with Retry-After',
  },
  heavyReads: {
    default: 3,
    unit: 'searches, calendars, previews and deletions of several messages at once',
    per: 'user',
    reason: 'Ten database connections of a process serve the calls of everybody.',
    atLimit: 'the next ones wait for their turn, LIMIT_HEAVY_READS_WAITING of them',
  },
  heavyReadsWaiting: {
    default: 12,
    unit: 'searches, calendars, previews and deletions of several messages that wait until another one has ended',
    per: 'user',
    reason: 'After a change all open pages of a person read anew at the same moment.',
    atLimit: '429 `rate_limited` with Retry-After',
  },
  socketsPerUser: {
    default: 20,
    unit: 'open live connections',
    per: 'user',
    reason: 'More open pages than anybody looks at; each costs some 30 kB.',
    atLimit: 'refused with `limit_reached`; the page works without live updates',
  },
  socketsPerNetwork: {
    default: 200,
    unit: 'open live connections, signed in or not',
    per: 'network',
    reason: 'An office of people behind one address; a stranger cannot hold thousands.',
    atLimit: 'the connection is refused with 429',
  },
  connectsPerMinute: {
    default: 120,
    unit: 'new live connections a minute',
    per: 'network',
    reason: 'Each costs a check of its token; after a restart an office comes back at once.',
    atLimit: 'the connection is refused with 429',
  },
  framesPerSecond: {
    default: 20,
    unit: 'packets that a browser sends a second',
    per: 'connection',
    reason: 'Ours sends a token and then answers pings.',
    atLimit: 'the connection is closed',
  },
  networkTokenChecks: {
    default: 4,
    unit: 'tokens of new live connections that are checked at once',
    per: 'network',
    reason: 'Who shows bad tokens must not hold up the others; a check takes milliseconds.',
    atLimit: 'the connection waits for its turn',
  },
  tokenChecks: {
    default: 16,
    unit: 'tokens of new live connections that are checked at once',
    per: 'process',
    reason: 'A check may ask the database, which calls of the API need more.',
    atLimit: 'the connection waits for its turn',
  },
  socketBufferBytes: {
    default: 256_000,
    unit: 'bytes that wait for a browser that does not read',
    per: 'connection',
    reason: 'Memory of the server; a page that comes back asks for all it needs.',
    atLimit: 'the connection is closed',
  },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof limits
export type Limits = Readonly<Record<LimitName, number>>

export const limitNames = Object.keys(limits) as LimitName[]

/** The environment variable of a limit: `LIMIT_ACTIVE_SERIES` for `activeSeries`. */
export const settingOf = (name: LimitName): string =>
  `LIMIT_${name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`

/** The value of every limit, and a sentence for each setting that is not a whole number above 0. */
export function readLimits(env: Readonly<Record<string, string | undefined>>): {
  limits: Limits
  problems: string[]
} {
  const problems: string[] = []
  const read = (name: LimitName): number => {
    const given = env[settingOf(name)]
    if (given === undefined) return limits[name].default
    if (!/^[1-9]\d{0,8}$/.test(given)) {
      problems.push(
        `${settingOf(name)}: must be a whole number from 1 to 999999999 (${limits[name].unit}).`,
      )
    }
    return Number(given)
  }
  const values = Object.fromEntries(limitNames.map((name) => [name, read(name)]))
  return { limits: values as Limits, problems }
}

/** A size as people read it, rounded up: a file just over 10 MB must not be called one of 10 MB. */
export const megabytes = (bytes: number): string =>
  bytes > 10_000_000
    ? `${Math.ceil(bytes / 1_000_000).toLocaleString('en')} MB`
    : `${(Math.ceil(bytes / 100_000) / 10).toLocaleString('en')} MB`
