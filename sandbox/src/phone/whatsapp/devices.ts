import { html, type Html } from '../../http/html.ts'
import type { Page } from '../../http/page.ts'
import { iso, shortDate, timeWords } from '../../http/times.ts'
import type { Person, Trouble } from '../../world/whatsapp/model.ts'
import type { World } from '../../world/world.ts'
import { frame, TITLE } from './pages.ts'

type IsThere = (lid: string, device: number) => boolean

/** Linked devices of a phone: the list, the two ways to link one, and what may happen to the number. */
export function devicesPage(
  world: World,
  person: Person,
  isThere: IsThere,
  told: { problem?: string | undefined; done?: string | undefined },
): Page {
  const path = `/sandbox/whatsapp/${person.lid}/devices`
  const main = html`<main class="main pad">
    <a class="back-arrow" href="/sandbox/whatsapp/${person.lid}" aria-label="All groups">←</a>
    <h1>Linked devices</h1>
    <p class="lede">
      A linked device sends and receives as ${person.name}. On a real phone this is under Settings →
      Linked devices.
    </p>
    <p
      id="told"
      class="${told.problem ? 'problem' : 'done'}"
      role="status"
      ${told.problem || told.done ? '' : html` hidden`}
    >
      ${told.problem ?? told.done ?? ''}
    </p>
    <div id="devices" data-from="${path}/list">${deviceListHtml(world, person, isThere)}</div>
    <h2>Link a device</h2>
    ${scanHtml(path)} ${codeHtml(path)}
    <h2>Make trouble</h2>
    <p>What WhatsApp does to this number, to see what Carillon makes of it.</p>
    ${troubleHtml(person)}
  </main>`
  return frame(world, person, `Linked devices · ${TITLE}`, main, '', 'devices.js')
}

export function deviceListHtml(world: World, { lid, linked }: Person, isThere: IsThere): Html {
  if (linked.length === 0) return html`<p class="empty">No device is linked to this phone.</p>`
  return html`<ul class="device-list" role="list">
    ${linked.map(
      ({ id, name, linkedAt = 0, seenAt = linkedAt }) =>
        html`<li>
          <span
            ><strong>${name ?? 'Linked device'}</strong><br />${
              isThere(lid, id)
                ? 'Active now'
                : html`Last active
                    <time datetime="${iso(seenAt)}"
                      >${shortDate(seenAt)}, ${timeWords(seenAt)}</time
                    >`
            }</span
          >
          <form method="post" action="/sandbox/whatsapp/${lid}/devices/unlink">
            <input type="hidden" name="device" value="${id}" />
            <button class="button danger" type="submit">Log out</button>
          </form>
        </li>`,
    )}
  </ul>`
}

const scanHtml = (path: string): Html =>
  html`<section class="scan" id="scan" data-to="${path}/scan" aria-labelledby="scan-title">
    <h3 id="scan-title">Scan the QR code</h3>
    <p>
      The code on the screen is read from its pixels. Share the window that shows it, or give a
      picture of it: choose a file, paste it, or drop it here.
    </p>
    <div class="acts">
      <button class="button" type="button" id="scan-screen" hidden>Scan the screen</button>
      <label class="button quiet"
        >Choose a picture<input class="unseen" type="file" id="scan-file" accept="image/*"
      /></label>
    </div>
  </section>`

const codeHtml = (path: string): Html =>
  html`<form class="stack scan" method="post" action="${path}/code">
    <h3>Link with phone number instead</h3>
    <label for="code">The 8 characters that Carillon shows</label>
    <input
      class="field code"
      id="code"
      name="code"
      required
      maxlength="20"
      autocomplete="off"
      autocapitalize="characters"
      spellcheck="false"
      placeholder="ABCD-1234"
    />
    <div class="acts"><button class="button" type="submit">Link</button></div>
  </form>`

const troubles: { kind: Trouble['kind'] | 'none'; words: string }[] = [
  { kind: 'none', words: 'Everything works' },
  { kind: 'cut', words: 'Offline: linked devices do not reach WhatsApp' },
  { kind: 'restricted', words: 'Restricted for an hour: too many people got the same message' },
  { kind: 'banned', words: 'Banned' },
]

const troubleHtml = ({ lid, trouble }: Person): Html =>
  html`<form class="stack" method="post" action="/sandbox/whatsapp/${lid}/trouble">
    <fieldset>
      <legend>This number</legend>
      ${troubles.map(
        ({ kind, words }) =>
          html`<label class="choice"
            ><input
              type="radio"
              name="trouble"
              value="${kind}"
              ${kind === (trouble?.kind ?? 'none') ? html` checked` : ''}
            />
            ${words}</label
          >`,
      )}
    </fieldset>
    <div class="acts"><button class="button quiet" type="submit">Apply</button></div>
  </form>`
