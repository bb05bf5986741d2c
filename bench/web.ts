import { createClient } from '../sandbox/src/testing/client.ts'
import { arrangeExample } from '../tools/example.ts'
import { monthShown } from './web/calendar.ts'
import { judge } from './web/lighthouse.ts'
import { picked } from './web/picker.ts'
import { scrolled } from './web/scroll.ts'
import { sizes } from './web/sizes.ts'
import { enter, onStage } from './web/stage.ts'
import { typed } from './web/typing.ts'
import { vitals } from './web/vitals.ts'

const EMAIL = 'mara@example.com'
const AUTOMATED = '/dashboard/messages/automated'
const SCHEDULED = '/dashboard/messages/scheduled'

/** The first taps on a phone: open the menu, and close it. */
const openMenu = 'Open menu'

/**
 * The start as a phone meets it: what it weighs, what Lighthouse says of it, how soon it shows and
 * answers on a processor a quarter as fast. That every page is accessible and quiet is held by
 * e2e/accessible.e2e.ts.
 */
export const webStart = () =>
  onStage(async ({ product, context, port }) =>
    allOf([
      await sizes(context, '/', 'start'),
      await vitals(context, '/', openMenu),
      await judge(port, `${product.url}/`, { performance: 95, others: 100 }),
    ]),
  )

/** The lists that a dashboard opens with, filled, met the same way. */
export const webLists = () =>
  onStage(async ({ product, context, port }) => {
    const sandbox = createClient(product.sandboxUrl)
    await arrangeExample(product.url, sandbox, EMAIL)
    sandbox.close()
    await enter(context, EMAIL)
    return allOf([
      await sizes(context, AUTOMATED, 'list'),
      await sizes(context, SCHEDULED, 'list'),
      await vitals(context, AUTOMATED, openMenu),
      await vitals(context, SCHEDULED, openMenu),
      await judge(port, product.url + AUTOMATED, { performance: 90 }),
      await judge(port, product.url + SCHEDULED, { performance: 90 }),
    ])
  })

/** How soon a month of 5,000 sends is seen. */
export const webCalendar = () => onStage(monthShown)

/** Whether a list of 10,000 messages scrolls as a page does. */
export const webScroll = () => onStage(scrolled)

/** How soon the preview follows somebody who types. */
export const webTyping = () => onStage(typed)

/** How soon a press among hundreds of groups is seen. */
export const webPicker = () => onStage(picked)

const allOf = (held: boolean[]) => held.every(Boolean)
