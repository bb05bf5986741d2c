let name = ''
let unread = 0

/** Names the window after its page. */
export function nameWindow(page: string) {
  name = page
  show()
}

/** Shows the number of unread notifications in the title of the window, for people who have another tab open. */
export function countInWindowName(count: number) {
  unread = count
  show()
}

function show() {
  if (name) document.title = unread > 0 ? `(${unread}) ${name}` : name
}
