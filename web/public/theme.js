// Sets the theme before the first paint. A file of its own, since the content security policy allows
// no inline scripts. Keep in step with src/app/theme.ts.
;(() => {
  let stored = null
  try {
    stored = localStorage.getItem('theme')
  } catch {
    // Storage can be switched off; the default theme needs none.
  }
  const light =
    stored === 'light' ||
    (stored === 'system' && matchMedia('(prefers-color-scheme: light)').matches)
  document.documentElement.classList.toggle('dark', !light)
  document.querySelector('meta[name=theme-color]').content = light ? '#f7f9f9' : '#0d1214'
})()
