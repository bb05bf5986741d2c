import { locale } from './locale.ts'

// Runs in a thread of its own: see wake.ts.
new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'full' }).format()
self.close()
