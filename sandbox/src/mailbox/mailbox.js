// Live list, and the copy buttons. Everything else works without this file.
const list = document.getElementById('mails')

if (list) {
  const mails = new EventSource('/sandbox/api/mails/stream')
  // Mails that arrived before the stream was open, or while it was interrupted, were not announced.
  mails.addEventListener('open', () => void refill(list))
  mails.addEventListener('message', () => void refill(list))
}

/** @param {HTMLElement} element */
async function refill(element) {
  const response = await fetch('/sandbox/mailbox/items')
  if (response.ok) element.innerHTML = await response.text()
}

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element && target.closest('[data-copy]')
  if (button instanceof HTMLElement) void copy(button)
})

/** @param {HTMLElement} button */
async function copy(button) {
  await navigator.clipboard.writeText(button.dataset['copy'] ?? '')
  button.textContent = 'Copied'
  setTimeout(() => (button.textContent = 'Copy'), 2000)
}
