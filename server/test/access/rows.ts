import { cycleInput } from '../cycle-input.ts'
import { messageInput } from '../message-input.ts'
import { daily } from '../series.ts'
import { password, type Owner } from './owner.ts'

/** The input of a call. */
export type Sent = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: object
}

/** How one endpoint is tested. */
export type Row = {
  /** The status without a token; left out if a token is needed. */
  anybody?: number
  /** The status for the owner. */
  owner?: number
  /** Makes what the call is about, and returns its id. */
  makes?: (owner: Owner) => Promise<string>
  /** What is sent about it; the id in `params` unless said otherwise. */
  sends?: (id: string) => Sent
  /** The status for other users and for an unknown id: 404 unless given. */
  others?: number
  /** Whether it ends the sessions of its caller, who is then a new user. */
  ends?: true
}

const anybody = (status: number): Row => ({ anybody: status })

/** A call about the caller's own things: others see theirs, and nothing of the owner. */
const own = (sent: Sent = {}, status = 200): Row => ({ owner: status, sends: () => sent })

const about = (makes: Row['makes'], body?: object, status = 200): Row => ({
  owner: status,
  ...(makes ? { makes } : {}),
  sends: (id) => ({ params: { id }, ...(body ? { body } : {}) }),
})

/** A call about several things at once: it tells to which of them it was done. */
const some = (makes: Row['makes']): Row => ({
  owner: 200,
  ...(makes ? { makes } : {}),
  sends: (id) => ({ body: { ids: [id] } }),
  others: 200,
})

const connection = (owner: Owner) => owner.connection()
const group = (owner: Owner) => owner.group()
const groupSet = (owner: Owner) => owner.groupSet()
const message = async (owner: Owner) => (await owner.message()).id
const deleted = async (owner: Owner) => (await owner.deleted()).id
const media = (owner: Owner) => owner.media()
const upload = (owner: Owner) => owner.upload()
const series = async (owner: Owner) => (await owner.series()).id
const cycle = async (owner: Owner) => (await owner.cycle()).id
const deletedCycle = async (owner: Owner) => (await owner.deletedCycle()).id
const delivery = (owner: Owner) => owner.delivery()

const CYCLE_SLOT = '2026-06-02T07:30:00.000Z'
const SLOT = '2026-06-02T07:00:00.000Z'

/** A row for each endpoint of the contract; the test names those that have none. */
export const rows: Readonly<Record<string, Row>> = {
  getConfig: anybody(200),

  // Whoever has no token yet calls these, with what they know or with a cookie; here with nothing.
  signUp: anybody(400),
  signIn: anybody(400),
  signOut: anybody(200),
  signOutElsewhere: anybody(401),
  getSession: anybody(200),
  getToken: anybody(401),
  sendEmailCode: anybody(400),
  verifyEmail: anybody(400),
  requestPasswordReset: anybody(400),
  resetPassword: anybody(400),
  changePassword: anybody(400),
  requestEmailChange: anybody(400),
  changeEmail: anybody(400),

  createUser: own({ body: { displayName: 'Ada' } }),
  getMe: own(),
  updateMe: own({ body: { displayName: 'Ada' } }),
  exportMe: own(),
  listSessions: own(),
  endSession: about((owner) => owner.session()),
  signOutEverywhere: { ...own(), ends: true },
  deleteMe: { ...own({ body: { password } }), ends: true },

  listConnections: own(),
  // This server has no bot of its own.
  createConnection: own({ body: { channel: 'telegram-bot' } }, 400),
  getConnection: about(connection),
  deleteConnection: about(connection),
  pairConnection: about(connection, { refresh: true }),
  linkOwnChat: about(connection),
  // Nobody has pressed Start there.
  testConnection: about(connection, undefined, 409),
  listChats: about(connection),
  refreshConnection: about(connection, {}),

  listGroups: own(),
  createGroup: {
    owner: 201,
    async makes(owner) {
      const id = await owner.connection()
      await owner.chat(id)
      return id
    },
    sends: (connectionId) => ({ body: { connectionId, externalId: '-100777' } }),
  },
  getGroup: about(group),
  updateGroup: about(group, { rev: 1, muted: true }),
  deleteGroup: about(group),
  // Telegram is not there.
  listGroupSets: own(),
  createGroupSet: {
    owner: 201,
    makes: group,
    sends: (id) => ({ body: { name: 'Teams', groupIds: [id] } }),
    others: 400,
  },
  updateGroupSet: about(groupSet, { rev: 1, name: 'Clubs' }),
  deleteGroupSet: about(groupSet),
  swapInGroup: about(group),
  checkGroup: about(group, undefined, 503),
  testGroup: about(group, undefined, 202),

  // What each has typed is read by them alone: others find nothing there.
  getUnsaved: own({ params: { place: 'new' } }),
  keepUnsaved: own({
    params: { place: 'new' },
    body: { rev: null, device: 'a', base: '', version: 1, fields: { text: 'Hi' } },
  }),
  forgetUnsaved: own({ params: { place: 'new' }, body: { rev: 1 } }),

  listMedia: own({ query: { q: 'rules' } }),
  startUpload: own({ body: { name: 'rules.pdf', bytes: 8 } }, 201),
  getMedia: about(media),
  updateMedia: about(media, { rev: 2, name: 'rules.pdf', alt: '' }),
  deleteMedia: about(media),
  getUpload: about(upload),
  // Sent again, which changes nothing.
  putPart: {
    ...about(upload),
    sends: (id) => ({ params: { id, part: '0' } }),
  },
  // A PDF has no first frame.
  putFrame: about(upload, undefined, 409),
  finishUpload: about((owner) => owner.upload({ whole: true })),

  listMessages: {
    owner: 200,
    makes: group,
    sends: (groupId) => ({ query: { groupId, q: 'Rehearsal' } }),
    others: 200,
  },
  createMessage: {
    owner: 201,
    makes: group,
    sends: (groupId) => ({ body: messageInput([groupId]) }),
    others: 400,
  },
  preflightMessage: {
    owner: 200,
    makes: group,
    sends: (groupId) => ({ body: messageInput([groupId]) }),
    others: 200,
  },
  countMessages: own(),
  getMessage: about(message),
  listVersions: about(message),
  updateMessage: about(message, { ...messageInput([]), status: 'draft', rev: 1 }),
  deleteMessage: about(message),
  restoreMessage: about(deleted),
  deleteMessages: some(message),
  restoreMessages: some(deleted),
  pauseMessage: about(series, {}),
  resumeMessage: about(series, undefined, 409),
  cancelMessage: about(message),
  dismissAttention: about(message),
  sendMessageNow: about(message),
  duplicateMessage: about(message, undefined, 200),
  listOccurrences: about(message),
  changeSlot: {
    owner: 200,
    makes: series,
    sends: (id) => ({ params: { id, slotAt: SLOT }, body: { skip: true } }),
  },
  restoreSeries: about(series, { rev: 1, schedule: daily, contents: [] }),

  listCycles: {
    owner: 200,
    makes: group,
    sends: (groupId) => ({ query: { groupId, q: 'One' } }),
    others: 200,
  },
  createCycle: {
    owner: 201,
    makes: group,
    sends: (groupId) => ({ body: cycleInput([groupId]) }),
    others: 400,
  },
  simulateCycle: {
    owner: 200,
    makes: group,
    sends: (groupId) => ({ body: cycleInput([groupId]) }),
    others: 400,
  },
  getCycle: about(cycle),
  getCycleFigures: about(cycle),
  updateCycle: about(cycle, { ...cycleInput([]), status: 'draft', rev: 1 }),
  deleteCycle: about(cycle),
  restoreCycle: about(deletedCycle),
  dismissCycleAttention: about(cycle),
  pauseCycle: about(cycle, {}),
  resumeCycle: about(cycle, undefined, 409),
  finishCycle: about(cycle),
  swapInCycle: about(cycle),
  skipNextStep: about(cycle),
  sendNextStep: about(cycle),
  jumpToStep: about(cycle, { step: 'x' }, 400),
  restartRound: about(cycle),
  restorePlace: about(cycle, undefined, 409),
  duplicateCycle: about(cycle),
  listCycleOccurrences: about(cycle),
  changeCycleSlot: {
    owner: 200,
    makes: cycle,
    sends: (id) => ({ params: { id, slotAt: CYCLE_SLOT }, body: { skip: true } }),
  },

  previewSchedule: own({ body: { schedule: daily } }),
  getCalendar: own({ query: { from: '2026-06-01', to: '2026-06-30' } }),
  getDailyCounts: own(),
  getToday: own(),

  getPromised: own(),
  listDeliveries: {
    owner: 200,
    makes: (owner) => owner.occurrence(),
    sends: (occurrenceId) => ({ query: { occurrenceId } }),
    others: 200,
  },
  getDelivery: about(delivery),
  resolveDelivery: about(delivery, { as: 'sent' }, 409),
  retryDelivery: about(delivery, undefined, 409),
  getOccurrence: about((owner) => owner.occurrence()),
  sendAnyway: about((owner) => owner.occurrence(), undefined, 200),
  getSent: about((owner) => owner.occurrence()),
  editSent: about((owner) => owner.occurrence(), { content: { text: 'Hello' } }, 409),
  deleteSent: about((owner) => owner.occurrence(), undefined, 409),
  getStatus: own(),

  listNotifications: own(),
  readNotification: about((owner) => owner.notification()),
  readAllNotifications: own(),
  clearNotifications: own(),

  // Nothing is sold.
  createCheckout: own({ body: { productId: 'pro_tier' } }, 403),
  cancelSubscription: own({}, 403),
  updateSubscription: own({ body: { productId: 'pro_tier' } }, 403),
  verifyCheckout: own({ params: { checkoutId: 'ch_1' } }, 403),
  openPortal: own({}, 403),
  resumeSubscription: own({}, 403),
  refreshSubscription: own({}, 403),
  readStaying: own(),
  chooseStaying: own({ body: { groupIds: [], cycleIds: [] } }),
}
