// Sets before the first paint what the page must not change after it: the theme, and whether somebody
// was signed in here. A file of its own, since the content security policy allows no inline scripts.
// Keep in step with src/app/theme.ts and src/app/member.ts.
;(() => {
  const read = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      // Storage can be switched off; the default theme needs none.
      return null
    }
  }
  const stored = read('theme')
  const light =
    stored === 'light' ||
    (stored === 'system' && matchMedia('(prefers-color-scheme: light)').matches)
  document.documentElement.classList.toggle('dark', !light)
  document.documentElement.classList.toggle('member', read('member') !== null)
  document.querySelector('meta[name=theme-color]').content = light ? '#f7f9f9' : '#0d1214'
})()
