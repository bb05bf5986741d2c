/** Which other parts of the repository each part may import. */
export const PARTS: Record<string, readonly string[]> = {
  contract: [],
  server: ['contract'],
  web: ['contract'],
  sandbox: ['contract'],
  // Stories and measurements start the product as a newcomer does, by its launcher, and arrange the
  // outside world by its client.
  e2e: ['contract', 'sandbox', 'tools'],
  bench: ['contract', 'server', 'sandbox', 'tools'],
}

/**
 * Which rooms of the server each room may import. All may import platform. All but BELOW_NOTIFICATIONS may write bell
 * items through notifications. A call that would close a circle is registered in rooms.ts instead.
 */
export const ROOMS: Record<string, readonly string[]> = {
  platform: [],
  schedule: [],
  identity: [],
  users: ['identity'],
  tiers: ['users'],
  payments: ['tiers', 'users'],
  channels: [],
  accounts: ['channels'],
  connections: ['accounts', 'channels', 'tiers'],
  groups: ['connections', 'accounts', 'channels', 'media', 'tiers'],
  'group-sets': ['groups', 'tiers'],
  unsaved: [],
  media: ['tiers', 'users'],
  content: ['media', 'groups', 'channels'],
  occurrences: [],
  deliveries: ['groups', 'channels', 'occurrences'],
  sending: ['accounts', 'groups', 'content', 'media', 'channels', 'occurrences', 'deliveries'],
  planning: ['schedule', 'groups', 'tiers', 'occurrences', 'deliveries'],
  series: [
    'content',
    'groups',
    'schedule',
    'tiers',
    'occurrences',
    'deliveries',
    'sending',
    'planning',
    'channels',
  ],
  notifications: ['users'],
  messages: [
    'content',
    'groups',
    'schedule',
    'tiers',
    'occurrences',
    'deliveries',
    'sending',
    'planning',
    'series',
    'unsaved',
  ],
  cycles: [
    'content',
    'groups',
    'schedule',
    'tiers',
    'occurrences',
    'deliveries',
    'sending',
    'planning',
    'series',
    'unsaved',
  ],
  calendar: ['schedule', 'groups', 'occurrences', 'deliveries', 'planning', 'sending', 'series'],
  live: [],
}

/** Which features of the web each feature may import. All may import ui, api and app. */
export const FEATURES: Record<string, readonly string[]> = {
  landing: [],
  about: ['landing'],
  features: ['landing'],
  pricing: ['landing'],
  identity: [],
  limits: [],
  schedule: [],
  groups: ['limits', 'schedule'],
  connections: ['groups', 'limits'],
  telegram: ['connections', 'groups', 'limits'],
  whatsapp: ['connections', 'groups', 'limits', 'schedule'],
  compose: ['connections', 'groups', 'schedule'],
  preflight: ['compose', 'connections', 'groups', 'schedule'],
  series: ['compose', 'schedule'],
  calendar: ['compose', 'groups', 'schedule', 'series'],
  messages: ['calendar', 'compose', 'connections', 'groups', 'preflight', 'schedule', 'series'],
  cycles: [
    'calendar',
    'compose',
    'connections',
    'groups',
    'limits',
    'messages',
    'preflight',
    'schedule',
    'series',
  ],
  'first-steps': ['calendar', 'connections', 'groups', 'messages', 'telegram'],
  notifications: ['connections', 'cycles', 'groups', 'messages', 'pricing'],
  settings: ['cycles', 'groups', 'identity', 'limits', 'pricing'],
}

/** Files that still import a feature above their own, and so close a circle. The list must only become shorter. */
export const UPWARD: Record<string, readonly string[]> = {
  // The calendar moves, skips and deletes what messages and cycles send.
  'calendar/ActionDialog.tsx': ['cycles', 'messages'],
  'calendar/SendName.tsx': ['cycles'],
  'calendar/moveSend.ts': ['cycles', 'messages'],
  'calendar/useSendActions.ts': ['cycles', 'messages'],
  // A message can become a step of a cycle.
  'messages/actions/MessageActions.tsx': ['cycles'],
  'messages/list/NoMessages.tsx': ['cycles'],
  // The first steps of a new user are shown on the pages of messages.
  'messages/AutomatedPage.tsx': ['first-steps'],
  'messages/EditMessagePage.tsx': ['first-steps'],
  'messages/NewMessagePage.tsx': ['cycles', 'first-steps'],
}

/** The rooms below notifications, which therefore cannot call it. */
export const BELOW_NOTIFICATIONS = ['platform', 'schedule', 'identity', 'users', 'notifications']

/**
 * What one room may import from another, and the files in its port/. A store may also import tables.ts and stores of a
 * room that its room may import, so that one statement can use the tables of both.
 */
export const OPEN_SHELVES = ['actions.ts', 'rules.ts', 'words.ts', 'present.ts', 'port.ts']

/** Which libraries each of these places may import. */
export const PURE: readonly { place: string; packages: RegExp; reason: string }[] = [
  { place: 'contract/', packages: /^zod$/, reason: 'the contract stands on zod alone.' },
  {
    place: 'server/src/schedule/',
    packages: /^(temporal-polyfill|croner)$/,
    reason: 'schedule is pure.',
  },
  {
    place: 'web/src/ui/',
    packages: /^(?!react-router$|@tanstack\/|socket\.io)/,
    reason: 'ui knows no router and no API.',
  },
]

/** Where a library may be imported; its types must not travel further than that. */
export const FENCES: readonly { packages: RegExp; places: RegExp }[] = [
  { packages: /^(better-auth|@better-auth\/.*)$/, places: /^server\/src\/identity\// },
  {
    packages: /^(grammy|@grammyjs\/.*)$/,
    places: /^(server\/src\/channels\/telegram-bot|bench\/by-hand)\//,
  },
  {
    packages: /^(@mtcute|@fuman)\//,
    places: /^(server\/src\/channels\/telegram-user|sandbox\/src\/telegram-mtproto)\//,
  },
  {
    packages: /^(baileys|libsignal|whatsapp-rust-bridge)$/,
    places: /^(server\/src\/channels|sandbox\/src)\/whatsapp\//,
  },
  {
    packages: /^@polar-sh\//,
    places: /^(server\/src\/payments\/polar|sandbox\/src\/payments)\//,
  },
  { packages: /^stripe$/, places: /^(server\/src\/payments\/stripe|sandbox\/src\/payments)\// },
  { packages: /^(socket\.io|@socket\.io\/.*)$/, places: /^server\/src\/live\// },
  { packages: /^socket\.io-client$/, places: /^(web\/src\/api|bench)\// },
  {
    packages: /^(pg|kysely)$/,
    places:
      /^(server\/src\/(platform|identity)\/|server\/src\/.*(tables|store)\.ts$|server\/test\/|bench\/)/,
  },
  {
    packages: /^(fastify|@fastify\/.*)$/,
    places:
      /^(server\/src\/platform\/http\/|server\/src\/app\.ts$|server\/src\/.*\/routes\.ts$|sandbox\/)/,
  },
  { packages: /^pg-boss$/, places: /^(server\/src\/platform\/jobs|bench)\// },
  { packages: /^nodemailer$/, places: /^server\/src\/platform\/mail\// },
  { packages: /^(sharp|file-type)$/, places: /^server\/src\/media\// },
  { packages: /^@aws-sdk\//, places: /^server\/src\/platform\/storage\// },
]
