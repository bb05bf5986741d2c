import { html, type Html } from '../../http/html.ts'
import { dayKeyOf, iso, timeWords } from '../../http/times.ts'
import type { Group, Shown } from '../../world/whatsapp/model.ts'
import type { World } from '../../world/world.ts'
import { initials } from '../chat-list.ts'
import { contentWords } from './content.ts'
import { hueOf, messagesOf, nameOf, serviceWords } from './thread.ts'

/** The groups that somebody is in, the liveliest first. */
export function chatListHtml(world: World, lid: string, current: string): Html {
  const chats = [...world.state.whatsapp.groups.values()]
    .filter(({ members }) => members.some((member) => member.lid === lid))
    .map((group) => ({ group, last: messagesOf(world, group.id).at(-1) }))
    .sort((a, b) => (b.last?.at ?? 0) - (a.last?.at ?? 0))
  if (chats.length === 0) return html`<p class="side-who">This phone is in no group yet.</p>`
  return html`<ul class="chats" role="list">
    ${chats.map(
      ({ group, last }) =>
        html`<li>
          <a
            class="chat-link"
            href="/sandbox/whatsapp/${lid}/chats/${group.id}"
            ${group.id === current ? html` aria-current="page"` : ''}
          >
            ${avatarHtml(group, lid)}
            <span class="chat-title">${group.subject}</span>
            ${last ? html`<time datetime="${iso(last.at)}">${shortTime(last.at, world.now())}</time>` : ''}
            <span class="chat-last">${last ? summary({ world, lid, group }, last) : ''}</span>
          </a>
        </li>`,
    )}
  </ul>`
}

export const avatarHtml = ({ id, subject, picture }: Group, lid: string): Html =>
  picture
    ? html`<img
        class="avatar"
        alt=""
        src="/sandbox/whatsapp/${lid}/chats/${id}/photo?${picture.id}"
      />`
    : html`<span class="avatar hue-${hueOf(id)}" aria-hidden="true">${initials(subject)}</span>`

function summary(view: { world: World; lid: string; group: Group }, message: Shown): string {
  if (message.service) return serviceWords(view, message)
  if (message.deletedAt) return 'This message was deleted'
  return `${nameOf(view, message.lid)}: ${contentWords(message).slice(0, 120)}`
}

const shortTime = (at: number, now: number): string =>
  dayKeyOf(at) === dayKeyOf(now) ? timeWords(at) : dayKeyOf(at).slice(5).replace('-', '/')
