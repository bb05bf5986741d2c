// Whoever came here by a link of Carillon has the page they left in the tab beside this one: the way back uncovers
// it, instead of opening it a second time. Without that tab the link is a link.
const { opener } = window

for (const link of document.querySelectorAll('.strip-back')) {
  link.addEventListener('click', (event) => {
    if (!opener || opener.closed) return
    event.preventDefault()
    window.close()
    // A browser may refuse that.
    if (!window.closed && link instanceof HTMLAnchorElement) window.location.href = link.href
  })
}
