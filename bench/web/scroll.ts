import type { Page } from '@playwright/test'
import { createMessage } from '@carillon/contract/messages'
import pg from 'pg'
import { openCommunity } from '../../tools/community.ts'
import { say, summary } from '../figures.ts'
import { enter, type Stage } from './stage.ts'
import { threadTime } from './thread.ts'

const MESSAGES = 10_000

/** A frame of 60 a second, in milliseconds; one that takes half as long again has missed its turn. */
const FRAME_MS = 1_000 / 60
const LATE_MS = 1.5 * FRAME_MS

/**
 * What the page itself may take of each frame, in milliseconds of its thread: half of it, since the
 * other half is for painting. How many frames come late says as much of the machine.
 */
const BAR_MS = FRAME_MS / 2

/** How far each frame scrolls, in pixels: a quick wheel, some 7,000 a second. */
const STEP_PX = 120

/** What is measured: 20 seconds of 60. */
const FRAMES = 1_200

/** Scrolls through a list of 10,000 messages from its top to its end, pages and all. */
export async function scrolled({ product, databaseUrl, context }: Stage): Promise<boolean> {
  const { person, groups, sandbox } = await openCommunity(product, { bots: 1, groupsPerBot: 2 })
  sandbox.close()
  const { id } = await person.call(createMessage, {
    body: {
      kind: 'scheduled',
      content: { text: 'A message as long as most of them are, in *two* lines on a phone.' },
      groupIds: groups.map((group) => group.id),
      schedule: { timeZone: 'Europe/Berlin', rule: { kind: 'once', at: '2035-06-01T09:00' } },
      status: 'active',
    },
  })
  await copy(databaseUrl, id)
  await enter(context, person.email)
  const page = await context.newPage()
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/dashboard/messages/scheduled')
  const actions = page.getByRole('button', { name: 'Actions' })
  await actions.first().waitFor()
  await toTheEnd(page)
  const rows = await actions.count()
  const busy = await threadTime(page)
  const before = await busy()
  const frames = await scrollUp(page)
  const perFrame = ((await busy()) - before) / frames.length
  await page.close()
  const late = frames.filter((ms) => ms > LATE_MS).length / frames.length
  const held = perFrame <= BAR_MS
  say(
    `scroll     ${MESSAGES} messages, ${rows} of them in the document, ${STEP_PX} px a frame: ${perFrame.toFixed(1)} ms of the page's thread each  bar: ${BAR_MS.toFixed(1)}  ${held ? 'held' : 'MISSED'}`,
  )
  say(
    `scroll     ${(late * 100).toFixed(1)} of 100 frames late, painted without a graphics card  ${summary(frames, 'ms')}`,
  )
  return held
}

/** The same message again and again, each a second later; none of them is ever due. */
async function copy(databaseUrl: string, id: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(
    `with copied as (
       insert into messages
       select (jsonb_populate_record(m, jsonb_build_object(
         'id', gen_random_uuid(), 'next_at', m.next_at + n * interval '1 second'))).*
       from messages m, generate_series(2, $2::int) n where m.id = $1
       returning id
     )
     insert into message_groups
     select (jsonb_populate_record(g, jsonb_build_object('message_id', copied.id))).*
     from message_groups g, copied where g.message_id = $1`,
    [id, MESSAGES],
  )
  await client.end()
}

/** Loads page after page, as scrolling does, until there is no more. Runs in the page. */
const toTheEnd = (page: Page) =>
  page.evaluate<void>(`new Promise((resolve) => {
    const look = () => {
      scrollTo(0, document.documentElement.scrollHeight)
      const buttons = [...document.querySelectorAll('main button')]
      const more = buttons.some(({ textContent }) => textContent.includes('Load more'))
      if (more) requestAnimationFrame(look)
      else resolve()
    }
    look()
  })`)

/** Scrolls back to the top; how long each frame took, in milliseconds. Runs in the page. */
const scrollUp = (page: Page) =>
  page.evaluate<number[]>(`new Promise((resolve) => {
    const frames = []
    let before
    const frame = (now) => {
      if (before !== undefined) frames.push(now - before)
      before = now
      scrollBy(0, -${STEP_PX})
      if (scrollY > 0 && frames.length < ${FRAMES}) requestAnimationFrame(frame)
      else resolve(frames)
    }
    requestAnimationFrame(frame)
  })`)
