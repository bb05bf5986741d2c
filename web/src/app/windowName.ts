let name = ''
let unread = 0

/** Names the window after its page. */
export function nameWindow(page: string) {
  name = page
  show()
}

/** Says before the name of the window how much there is to read behind the bell: another tab may be seen. */
export function countInWindowName(count: number) {
  unread = count
  show()
}

function show() {
  if (name) document.title = unread > 0 ? `(${unread}) ${name}` : name
}
