import { html, type Html } from '../../http/html.ts'
import { dayKeyOf, dayWords, iso, timeWords } from '../../http/times.ts'
import type { Group, Shown } from '../../world/whatsapp/model.ts'
import type { World } from '../../world/world.ts'
import { contentHtml } from './content.ts'

/** Whose phone is looked at, and which group on it. */
export type View = { world: World; lid: string; group: Group }

// As many as a screen can scroll through; older ones are in the ledger.
const MESSAGES_SHOWN = 150

/** The messages of a group, oldest first. A phone does not show the start of an album. */
export const messagesOf = ({ state }: World, groupId: string): Shown[] =>
  [...state.whatsapp.messages.values()].filter(
    (message) => message.groupId === groupId && !message.albumSize,
  )

/** The list items of a chat; the page's script puts new ones in place by their ids. */
export function threadHtml(view: View): Html {
  const messages = messagesOf(view.world, view.group.id).slice(-MESSAGES_SHOWN)
  const shown = withAlbums(messages)
  return html`${shown.map((bubble, i) => {
    const former = shown[i - 1]?.[0]
    const newDay = !former || dayKeyOf(former.at) !== dayKeyOf(bubble[0].at)
    return html`${newDay ? dayHtml(bubble[0].at, view.world.now()) : ''}${bubbleHtml(view, bubble, former)}`
  })}`
}

type Bubble = [Shown, ...Shown[]]

function withAlbums(messages: Shown[]): Bubble[] {
  const bubbles: Bubble[] = []
  for (const message of messages) {
    const last = bubbles.findLast(([{ albumOf }]) => albumOf && albumOf === message.albumOf)
    if (last) last.push(message)
    else bubbles.push([message])
  }
  return bubbles
}

const dayHtml = (at: number, now: number): Html =>
  html`<li class="service" id="day-${dayKeyOf(at)}">${dayWords(at, now)}</li>`

function bubbleHtml(view: View, bubble: Bubble, former: Shown | undefined): Html {
  const [message] = bubble
  if (message.service)
    return html`<li class="service" id="m${message.id}">${serviceWords(view, message)}</li>`
  const mine = message.lid === view.lid
  const goesOn = former !== undefined && former.lid === message.lid && !former.service
  return html`<li
    class="bubble${mine ? ' mine' : ''}${goesOn ? ' goes-on' : ''}"
    id="m${message.id}"
  >
    <article>
      <p class="sender ${mine ? 'unseen' : `hue-${hueOf(message.lid)}`}">
        ${nameOf(view, message.lid)}
      </p>
      ${saidHtml(view, bubble)}
      <p class="meta">
        ${mentions(view, bubble) ? html`<span>mentions you</span> ` : ''}${
          message.editedAt && !message.deletedAt ? html`<span>edited</span> ` : ''
        }<time datetime="${iso(message.at)}">${timeWords(message.at)}</time>
      </p>
    </article>
  </li>`
}

/** Whether it calls the holder of the phone, by their hidden id or by their number. */
function mentions({ world, lid }: View, bubble: Bubble): boolean {
  const ids = [lid, world.state.whatsapp.people.get(lid)?.pn]
  return bubble.some((one) => one.mentions?.some((jid) => ids.includes(jid.split('@')[0])))
}

function saidHtml({ world, lid, group }: View, bubble: Bubble): Html {
  const [message] = bubble
  if (message.deletedAt) {
    const words = message.lid === lid ? 'You deleted this message' : 'This message was deleted'
    return html`<p class="gone">${words}</p>`
  }
  if (!message.readers.includes(lid) && message.lid !== lid)
    return html`<p class="gone">Waiting for this message. This may take a while.</p>`
  return contentHtml(world, bubble, `/sandbox/whatsapp/${lid}/chats/${group.id}/files`)
}

/** One line about what was done to the group, as the apps tell it. */
export function serviceWords(view: View, { service, lid }: Shown): string {
  const who = nameOf(view, lid)
  switch (service?.kind) {
    case 'created':
      return `${who} created this group`
    case 'rename':
      return `${who} changed the group name to “${service.subject}”`
    case 'picture':
      return service.has ? `${who} changed the group photo` : `${who} removed the group photo`
    case 'announce':
      return service.on
        ? `${who} changed the settings: only admins can send messages`
        : `${who} changed the settings: all members can send messages`
    case 'add':
      return `${who} added ${nameOf(view, service.lid)}`
    case 'remove':
      return service.lid === lid ? `${who} left` : `${who} removed ${nameOf(view, service.lid)}`
    case 'promote':
      return `${nameOf(view, service.lid)} is now an admin`
    case 'demote':
      return `${nameOf(view, service.lid)} is no longer an admin`
    case undefined:
      return ''
  }
}

/** The holder of the phone is called You there. */
export const nameOf = ({ world, lid }: Pick<View, 'world' | 'lid'>, of: string): string =>
  of === lid ? 'You' : (world.state.whatsapp.people.get(of)?.name ?? 'Somebody')

/** One of eight colors, the same for the same id every time. */
export const hueOf = (id: string): number => Number(/(\d{1,6})(@.*)?$/.exec(id)?.[1] ?? 0) % 8
