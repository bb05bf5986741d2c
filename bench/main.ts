import { byHand } from './by-hand.ts'
import { calendar } from './calendar.ts'
import { fanOut } from './fan-out.ts'
import { takeSaid } from './figures.ts'
import { hostile } from './hostile.ts'
import { idle } from './idle.ts'
import { markup } from './markup.ts'
import { media } from './media.ts'
import { pipeline } from './pipeline.ts'
import { burst, spread, throughput } from './planning.ts'
import { punctuality } from './punctuality.ts'
import { writeResults } from './results.ts'
import { simulation } from './simulation.ts'
import { slots } from './slots.ts'
import { stored } from './stored.ts'
import { video } from './video.ts'
import { whatsappFirst, whatsappIdle } from './whatsapp.ts'
import { webCalendar, webLists, webPicker, webScroll, webStart, webTyping } from './web.ts'

/** What can be measured, by name; each says what it found and answers whether its bars held. */
const measures: Record<string, () => Promise<boolean>> = {
  punctuality,
  throughput,
  burst,
  spread,
  stored,
  'fan-out': fanOut,
  pipeline,
  idle,
  calendar,
  slots,
  media,
  'media-video': video,
  'whatsapp-idle': whatsappIdle,
  'whatsapp-first': whatsappFirst,
  simulation,
  hostile,
  markup,
  'by-hand': byHand,
  'web-start': webStart,
  'web-lists': webLists,
  'web-calendar': webCalendar,
  'web-scroll': webScroll,
  'web-typing': webTyping,
  'web-picker': webPicker,
}

// `npm run bench` measures everything, `npm run bench -- burst` one, `npm run bench -- web` all that begin
// so; with `--write` it goes to RESULTS.md.
const words = process.argv.slice(2)
const asked = words.filter((word) => word !== '--write')
const means = (word: string, name: string) => name === word || name.startsWith(`${word}-`)
const unknown = asked.filter((word) => !Object.keys(measures).some((name) => means(word, name)))
if (unknown.length > 0) {
  process.stderr.write(
    `There is no "${unknown[0]}". There are: ${Object.keys(measures).join(', ')}.\n`,
  )
  process.exit(2)
}
let held = true
for (const [name, measure] of Object.entries(measures)) {
  if (asked.length > 0 && !asked.some((word) => means(word, name))) continue
  held = (await measure()) && held
  const lines = takeSaid()
  if (words.includes('--write')) await writeResults(name, lines)
}
// An engine that was given up may still hold the process with what it left open.
process.exit(held ? 0 : 1)
