import { html, type Html } from '../../http/html.ts'
import { nameOf, type View } from './thread.ts'

type Entry = { act: string; words: string; who?: string; danger?: true }

/** What the holder of the phone may do to a group, behind one button. */
export function groupMenuHtml(view: View): Html {
  const { lid, group } = view
  const path = `/sandbox/whatsapp/${lid}/chats/${group.id}/act`
  const isAdmin = group.members.some((member) => member.lid === lid && member.admin)
  return html`<details class="menu">
    <summary aria-label="What to do with this group">⋯</summary>
    <div class="menu-sheet">
      ${isAdmin ? '' : html`<p class="menu-note">You are a member here, not an admin.</p>`}
      ${entriesOf(view, isAdmin).map(
        ({ act, words, who, danger }) =>
          html`<form method="post" action="${path}">
            <input type="hidden" name="act" value="${act}" />
            ${who ? html`<input type="hidden" name="who" value="${who}" />` : ''}
            <button class="menu-entry${danger ? ' danger' : ''}" type="submit">${words}</button>
          </form>`,
      )}
      ${isAdmin ? renameHtml(path) : ''}
    </div>
  </details>`
}

const renameHtml = (path: string): Html =>
  html`<form class="menu-form" method="post" action="${path}">
    <input type="hidden" name="act" value="rename" />
    <input
      class="field"
      name="subject"
      required
      maxlength="100"
      autocomplete="off"
      aria-label="New name"
      placeholder="New name"
    />
    <button class="button quiet" type="submit">Rename</button>
  </form>`

function entriesOf(view: View, isAdmin: boolean): Entry[] {
  const leave: Entry = { act: 'leave', words: 'Leave the group', danger: true }
  return isAdmin ? [...adminEntries(view), leave] : [leave]
}

function adminEntries(view: View): Entry[] {
  const { world, lid, group } = view
  const others = group.members.filter((member) => member.lid !== lid)
  const strangers = [...world.state.whatsapp.people.values()].filter(
    (person) => !group.members.some((member) => member.lid === person.lid),
  )
  return [
    group.announce
      ? { act: 'open', words: 'Let all members send messages' }
      : { act: 'announce', words: 'Let only admins send messages' },
    { act: 'picture', words: group.picture ? 'Another group photo' : 'Give the group a photo' },
    ...(group.picture ? [{ act: 'no-picture', words: 'Remove the group photo' }] : []),
    ...others.flatMap((member): Entry[] => {
      const [name, who] = [nameOf(view, member.lid), member.lid]
      return [
        member.admin
          ? { act: 'demote', words: `Dismiss ${name} as admin`, who }
          : { act: 'promote', words: `Make ${name} an admin`, who },
        { act: 'remove', words: `Remove ${name}`, who, danger: true },
      ]
    }),
    ...strangers.map((person): Entry => ({
      act: 'add',
      words: `Add ${person.name}`,
      who: person.lid,
    })),
  ]
}
