import { tellTimes } from './times.js'

// Keeps what is on the screen up to date. Without this file the pages work, one load at a time.
const thread = document.getElementById('thread')
const chats = document.getElementById('chats')
const devices = document.getElementById('devices')
const scroll = document.querySelector('.scroll')
const menu = document.querySelector('.menu')

// A bench may post thousands a second; the eye wants a few.
const REFRESH_MS = 250
let waiting = false

if (scroll) scroll.scrollTop = scroll.scrollHeight
document.querySelector('.topics [aria-current]')?.scrollIntoView({ inline: 'center' })

const events = new EventSource('/sandbox/api/events/stream')
// Changes before the stream was open, or while it was interrupted, were not announced.
events.addEventListener('open', soon)
events.addEventListener('message', soon)

function soon() {
  if (waiting) return
  waiting = true
  setTimeout(() => void refresh(), REFRESH_MS)
}

async function refresh() {
  waiting = false
  for (const list of [chats, devices]) if (list) await refill(list, (fresh) => renew(list, fresh))
  if (!thread || !scroll) return
  const atEnd = scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < 80
  await refill(thread, (fresh) => merge(thread, fresh))
  if (atEnd) scroll.scrollTop = scroll.scrollHeight
}

/**
 * @param {HTMLElement} element
 * @param {(fresh: DocumentFragment) => void} put
 */
async function refill(element, put) {
  const response = await fetch(element.dataset['from'] ?? '')
  if (!response.ok) return
  const fresh = document.createElement('template')
  fresh.innerHTML = await response.text()
  tellTimes(fresh.content)
  put(fresh.content)
}

/**
 * Puts a list anew where something changed in it: a press or a focus in it is not lost for nothing.
 * @param {HTMLElement} list
 * @param {DocumentFragment} fresh
 */
function renew(list, fresh) {
  const holder = document.createElement('div')
  holder.append(fresh)
  if (holder.innerHTML.trim() !== list.innerHTML.trim()) list.replaceChildren(...holder.childNodes)
}

/**
 * Adds, changes and removes single messages, so that a reader aloud says only what is new.
 * @param {HTMLElement} shown
 * @param {DocumentFragment} fresh
 */
function merge(shown, fresh) {
  const wanted = [...fresh.children]
  const ids = new Set(wanted.map((item) => item.id))
  for (const item of shown.querySelectorAll(':scope > li')) {
    if (!ids.has(item.id)) item.remove()
  }
  let place = shown.firstElementChild
  for (const item of wanted) {
    const former = document.getElementById(item.id)
    const same = former?.outerHTML === item.outerHTML
    if (!former) shown.insertBefore(item, place)
    else if (!same) former.replaceWith(item)
    place = (former && same ? former : item).nextElementSibling
  }
}

const composer = document.querySelector('.composer')
composer?.addEventListener('submit', (event) => {
  event.preventDefault()
  if (composer instanceof HTMLFormElement) void send(composer)
})

/** @param {HTMLFormElement} form */
async function send(form) {
  const body = new URLSearchParams()
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string') body.append(name, value)
  }
  form.reset()
  const response = await fetch(form.action, { method: 'POST', body })
  // A refusal comes as a page with its words.
  if (new URL(response.url).searchParams.has('problem')) location.assign(response.url)
}

document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') menu?.removeAttribute('open')
})

document.addEventListener('click', ({ target }) => {
  if (target instanceof Node && !menu?.contains(target)) menu?.removeAttribute('open')
})
